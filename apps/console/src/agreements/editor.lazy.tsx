/** The page of `/console/agreements/edit`, loaded when it is opened. */
import { DOCUMENT_CODE } from '@rollcall/contract/console';
import type { Language } from '@rollcall/ui';
import { createLazyRoute, useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { refusedOf } from '../client/refused.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { PrimaryButton, SecondaryButton, TextButton } from '../parts/buttons.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import fieldCss from '../parts/field.module.css';
import { PageHeader } from '../parts/page.tsx';
import { useTask } from '../parts/task.ts';
import { hasRole } from '../session/current-operator.ts';
import css from './agreements.module.css';
import { DocumentFields, DraftOptions, TextFields } from './draft-fields.tsx';
import {
  bodyOf,
  type Draft,
  type DraftText,
  isChanged,
  isComplete,
  loadDraft,
  untouchedLanguage,
} from './draft.ts';
import { DiscardDialog, PublishDialog, UntouchedDialog } from './editor-dialogs.tsx';
import { DraftConflict } from './draft-conflict.tsx';
import { keep, readKept } from './kept-draft.ts';
import { Preview } from './preview.tsx';
import { agreementsWords } from './words.ts';

export const route = createLazyRoute('/shell/console/agreements/edit')({ component: EditorPage });

function EditorPage() {
  const { code, pid } = route.useSearch();
  const draft = route.useLoaderData();
  return <Editor key={`${code} ${pid} ${draft.readAt}`} draft={draft} />;
}

/** When the draft was saved, or that it has changes. */
function SaveState({ saved, changed }: { saved: Draft; changed: boolean }) {
  const words = useWords(agreementsWords);
  if (changed) return words.unsaved;
  if (saved.savedAt === null) return saved.baseVersion > 0 ? words.noDraftYet : words.neverSaved;
  return (
    <>
      {words.savedAt} <DateTime at={saved.savedAt} />
    </>
  );
}

function Editor({ draft }: { draft: Draft }) {
  const search = route.useSearch();
  const { operator } = route.useRouteContext();
  const { client, language } = useConsoleContext();
  const words = useWords(agreementsWords);
  const common = useCommonWords();
  const router = useRouter();
  const saving = useTask();
  const isNew = search.code === '';
  const [restored, setRestored] = useState(() => readKept(operator.name, search));
  const [code, setCode] = useState(restored?.code ?? search.code);
  const [pid, setPid] = useState(restored?.pid ?? search.pid);
  const [text, setText] = useState<DraftText>(restored?.text ?? draft);
  const [saved, setSaved] = useState<Draft>({ ...draft, revision: restored?.revision ?? draft.revision });
  const [edited, setEdited] = useState<Language>(language);
  const [dialog, setDialog] = useState<'untouched' | 'publish' | 'discard'>();
  const [error, setError] = useState<'code' | 'incomplete'>();
  /** The draft that somebody else saved meanwhile. */
  const [latest, setLatest] = useState<Draft>();
  const admin = hasRole(operator.role, 'admin');
  const changed = isChanged(text, saved);
  const untouched = untouchedLanguage(text, saved.base);
  const document = { code, pid: pid === '' ? null : pid };
  const { code: editedCode, pid: editedPid } = search;
  useEffect(() => {
    const written = { code, pid, text, revision: saved.revision, at: Date.now() };
    keep(operator.name, { code: editedCode, pid: editedPid }, changed && admin ? written : undefined);
  }, [operator.name, editedCode, editedPid, code, pid, text, saved.revision, changed, admin]);
  /** What was written is published, discarded or given up: it is not offered again. */
  const forget = () => keep(operator.name, search, undefined);
  const backToSaved = () => {
    forget();
    void router.invalidate();
  };
  useBlocker({
    // What was written is kept for after the sign-in.
    shouldBlockFn: ({ next }) =>
      changed && admin && next.pathname !== '/console/sign-in' && !confirmLeave(words.unsaved),
    enableBeforeUnload: () => changed && admin,
  });
  const edit = (field: 'title' | 'body', value: string) => {
    setText(now => ({ ...now, [field]: { ...now[field], [edited]: value } }));
    setError(undefined);
    saving.clear();
  };
  const save = () => {
    if (!DOCUMENT_CODE.test(code)) {
      setError('code');
      return;
    }
    saving.run(async signal => {
      const body = { ...document, ...bodyOf(text), revision: saved.revision };
      const { revision } = await client.call('saveDraft', { body }, signal).catch(async (thrown: unknown) => {
        if (refusedOf(thrown).name === 'Conflict') setLatest(await loadDraft(client, code, pid, signal));
        throw thrown;
      });
      setSaved({ ...saved, ...text, revision, savedAt: Date.now(), savedBy: operator.name });
      setRestored(undefined);
    });
  };
  const publish = () => {
    if (!DOCUMENT_CODE.test(code)) setError('code');
    else if (isComplete(text)) setDialog(untouched ? 'untouched' : 'publish');
    else setError('incomplete');
  };
  const close = () => setDialog(undefined);
  return (
    <>
      <PageHeader
        title={isNew ? words.write : text.title[language] || code}
        lead={
          <>
            {words.editorLead}
            {common.gap}
            <SaveState saved={saved} changed={changed} />
          </>
        }
      >
        {admin ? (
          <>
            {saved.revision > 0 ? (
              <TextButton onClick={() => setDialog('discard')}>{words.discard}</TextButton>
            ) : null}
            <SecondaryButton
              onClick={save}
              aria-disabled={saving.phase !== 'idle' || undefined}
              data-working={saving.phase === 'idle' ? undefined : ''}
            >
              {saving.phase === 'idle' ? common.save : common.saving}
            </SecondaryButton>
            <PrimaryButton onClick={publish}>{words.publish}</PrimaryButton>
          </>
        ) : (
          <p>{words.onlyAdmins}</p>
        )}
      </PageHeader>
      {saving.problem ? <ErrorMessage problem={saving.problem} /> : null}
      {saving.problem?.name === 'Conflict' && latest ? (
        <DraftConflict
          latest={latest}
          mine={text}
          onKeep={() => {
            setSaved(latest);
            setLatest(undefined);
            saving.clear();
          }}
          onTake={backToSaved}
        />
      ) : null}
      {restored && changed ? (
        <output>
          {words.restored} <DateTime at={restored.at} />{' '}
          <TextButton onClick={backToSaved}>{words.forgetRestored}</TextButton>
        </output>
      ) : null}
      {error === 'incomplete' ? (
        <p role="alert" className={fieldCss.error}>
          {words.missing}
        </p>
      ) : null}
      {isNew ? (
        <DocumentFields
          code={code}
          pid={pid}
          wrongCode={error === 'code'}
          onCode={typed => {
            setCode(typed);
            setError(undefined);
          }}
          onPid={setPid}
        />
      ) : null}
      <DraftOptions
        needsSignature={text.needsSignature}
        editable={admin}
        language={edited}
        onNeedsSignature={needsSignature => setText({ ...text, needsSignature })}
        onLanguage={setEdited}
      />
      <div className={css.editor}>
        <TextFields text={text} language={edited} editable={admin} onEdit={edit} />
        <Preview key={edited} language={edited} title={text.title[edited]} text={text.body[edited]} />
      </div>
      {dialog === 'untouched' && untouched ? (
        <UntouchedDialog language={untouched} onClose={close} onConfirmed={() => setDialog('publish')} />
      ) : null}
      {dialog === 'publish' ? (
        <PublishDialog
          document={document}
          text={text}
          baseVersion={saved.baseVersion}
          onClose={close}
          onPublished={forget}
        />
      ) : null}
      {dialog === 'discard' ? (
        <DiscardDialog document={document} onClose={close} onDiscarded={forget} />
      ) : null}
    </>
  );
}

/** Asks with the browser's own dialog, as when a tab is closed. */
function confirmLeave(message: string): boolean {
  return window.confirm(message);
}
