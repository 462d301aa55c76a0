/** The dialogs of `/console/people/ID`: each action is confirmed. */
import type { PersonDetail, PersonSession } from '@rollcall/contract/console';
import { useRouter } from '@tanstack/react-router';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useConsoleContext, useWords } from '../console-context.ts';
import { CorrectBirthYear } from './correct-birth-year.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { peopleWords } from './words.ts';

/** The action that is chosen; a session: to end it. */
export type OpenDialog = 'block' | 'unblock' | 'reset-factor' | 'birth-year' | 'end-all' | PersonSession;

/** The dialog of the chosen action. */
export function PersonDialog(props: { person: PersonDetail; dialog: OpenDialog; onClose: () => void }) {
  const { person, dialog, onClose } = props;
  const { client } = useConsoleContext();
  const words = useWords(peopleWords);
  const router = useRouter();
  const { id, nickname } = person;
  if (dialog === 'block')
    return (
      <ReasonDialog
        title={words.block}
        text={words.blockText(nickname)}
        busy={words.blocking}
        rule={words.reasonRule}
        onClose={onClose}
        work={async (reason, signal) => {
          await client.call('blockPerson', { body: { id, reason } }, signal);
          await router.invalidate();
        }}
      />
    );
  if (dialog === 'reset-factor')
    return (
      <ReasonDialog
        title={words.resetFactor}
        text={words.resetFactorText(nickname)}
        busy={words.resetting}
        rule={words.resetFactorRule}
        onClose={onClose}
        work={async (reason, signal) => {
          await client.call('resetPersonSecondFactor', { body: { id, reason } }, signal);
          await router.invalidate();
        }}
      />
    );
  if (dialog === 'birth-year') return <CorrectBirthYear person={person} onClose={onClose} />;
  if (dialog === 'unblock')
    return (
      <ConfirmDialog
        title={words.unblock}
        text={words.unblockText(nickname)}
        label={words.unblock}
        busy={words.unblocking}
        onClose={onClose}
        onConfirm={async (_, signal) => {
          await client.call('unblockPerson', { body: { id } }, signal);
          await router.invalidate();
        }}
      />
    );
  if (dialog === 'end-all')
    return (
      <ConfirmDialog
        title={words.endAll}
        text={words.endAllText(person.sessions.length)}
        label={words.endAll}
        busy={words.ending}
        onClose={onClose}
        onConfirm={async (_, signal) => {
          await client.call('endPersonSessions', { body: { id } }, signal);
          await router.invalidate();
        }}
      />
    );
  return (
    <ConfirmDialog
      title={words.endOne}
      text={words.endOneText}
      label={words.endOne}
      busy={words.ending}
      onClose={onClose}
      onConfirm={async (_, signal) => {
        await client.call('endPersonSession', { body: { id, session_id: dialog.id } }, signal);
        await router.invalidate();
      }}
    />
  );
}
