/** What an admin does with a question: save, update, rename, delete it, and be alerted by it. */
import {
  type AlertChannel,
  type DashboardSummary,
  type Question,
  type QuestionAlert,
  readQuestion,
  type SavedQuestion,
  writeQuestion,
} from '@rollcall/contract/console';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useReload } from '../mutate.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog, DeleteDialog } from '../parts/confirm-dialog.tsx';
import { QuestionAlertDialog } from '../question-alerts/alert-dialog.tsx';
import { questionAlertWords } from '../question-alerts/words.ts';
import { savedAs } from './edits.ts';
import { RenameDialog, SaveDialog } from './save-dialogs.tsx';
import { askWords } from './words.ts';

/** A saved question with its alerts, and where they can be sent. */
export interface Kept {
  readonly question: SavedQuestion;
  readonly alerts: readonly QuestionAlert[];
  readonly channels: readonly AlertChannel[];
  readonly webhook: boolean;
}

const isAsKept = (question: Question, kept: SavedQuestion): boolean => {
  const { question: saved } = readQuestion(kept.question);
  return saved !== undefined && writeQuestion(saved) === savedAs(question, kept.question);
};

export function KeptActs(props: {
  question: Question;
  /** Absent: the question is not saved. */
  kept: Kept | undefined;
  /** What it is called. */
  name: string;
  dashboards: readonly DashboardSummary[];
  /** Shows a saved question as it was saved; undefined: a new one. */
  onShow: (id: string | undefined) => Promise<void>;
}) {
  const { question, kept, name, dashboards, onShow } = props;
  const { client } = useConsoleContext();
  const words = useWords(askWords);
  const alerting = useWords(questionAlertWords);
  const common = useCommonWords();
  const reload = useReload();
  const [dialog, setDialog] = useState<'save' | 'save-to-alert' | 'update' | 'rename' | 'delete' | 'alert'>();
  const close = () => setDialog(undefined);
  const saved = kept?.question;
  const asKept = saved !== undefined && isAsKept(question, saved);
  return (
    <>
      {saved && !asKept ? (
        <SecondaryButton onClick={() => setDialog('update')}>{words.update}</SecondaryButton>
      ) : null}
      <SecondaryButton onClick={() => setDialog('save')}>
        {saved ? words.saveAs : common.save}
      </SecondaryButton>
      {saved ? (
        <>
          <SecondaryButton onClick={() => setDialog('rename')}>{words.rename}</SecondaryButton>
          <SecondaryButton onClick={() => setDialog('delete')}>{common.delete}</SecondaryButton>
        </>
      ) : null}
      {question.behind ? null : (
        <SecondaryButton onClick={() => setDialog(asKept ? 'alert' : 'save-to-alert')}>
          {alerting.alertMe}
        </SecondaryButton>
      )}
      {dialog === 'save' || dialog === 'save-to-alert' ? (
        <SaveDialog
          text={writeQuestion(question)}
          {...(saved ? { given: saved } : {})}
          dashboards={dashboards}
          onClose={close}
          onSaved={id => {
            setDialog(dialog === 'save' ? undefined : 'alert');
            void onShow(id);
          }}
        />
      ) : dialog === 'update' && saved ? (
        <ConfirmDialog
          of={name}
          text={words.updateText}
          label={words.update}
          onClose={close}
          onConfirm={async (_, signal) => {
            const { id, revision, name: own, about, shared, by_link } = saved;
            const body = {
              id,
              revision,
              name: own,
              about,
              shared,
              by_link,
              question: savedAs(question, saved.question),
            };
            await client.call('changeSavedQuestion', { body }, signal);
            void onShow(id);
            await reload();
          }}
        />
      ) : dialog === 'rename' && saved ? (
        <RenameDialog kept={saved} onClose={close} />
      ) : dialog === 'delete' && saved ? (
        <DeleteDialog
          of={name}
          text={words.deleteText}
          onClose={close}
          onConfirm={async (_, signal) => {
            await client.call(
              'deleteSavedQuestion',
              { body: { id: saved.id, revision: saved.revision } },
              signal,
            );
            // It removes the button of this dialog.
            await onShow(undefined);
            close();
          }}
        />
      ) : dialog === 'alert' && kept && asKept ? (
        <QuestionAlertDialog
          question={{ id: kept.question.id, name, text: kept.question.question }}
          channels={kept.channels}
          webhook={kept.webhook}
          onClose={close}
        />
      ) : null}
    </>
  );
}
