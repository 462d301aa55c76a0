/** `/console/agreements/edit`: writes a draft in both languages, shows it as readers will see it, publishes it. */
import { BODY_LENGTH, DOCUMENT_CODE, TITLE_LENGTH } from '@rollcall/contract/console';
import type { Language } from '@rollcall/ui';
import { createRoute, useBlocker, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { searchParams, text } from '../search-params/search-params.ts';
import type { Client } from '../client/client.ts';
import { TextButton, SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import buttonsCss from '../parts/buttons.module.css';
import choicesCss from '../parts/choices.module.css';
import fieldCss from '../parts/field.module.css';
import filterBarCss from '../parts/filter-bar.module.css';
import { Field } from '../parts/field.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useTask } from '../parts/task.ts';
import { hasRole } from '../session/current-operator.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import css from './agreements.module.css';
import { Preview } from './preview.tsx';
import { agreementsWords } from './words.ts';
import { view } from './editor.view.ts';

const searchSchema = searchParams({ code: text('', 64), pid: text('', 64) });
const languages = ['zh-CN', 'en'] as const;
type Both = Readonly<Record<Language, string>>;

interface Written {
  readonly needsSignature: boolean;
  readonly title: Both;
  readonly body: Both;
}
interface Found extends Written {
  /** Of the version in force; 0: none. */
  readonly baseVersion: number;
  /** Of the draft; 0: none. */
  readonly revision: number;
  readonly savedAt: number | null;
}
const blank: Found = {
  needsSignature: true,
  title: { 'zh-CN': '', en: '' },
  body: { 'zh-CN': '', en: '' },
  baseVersion: 0,
  revision: 0,
  savedAt: null,
};

/** The draft, else a copy of the version in force, else nothing. */
async function find(client: Client, code: string, pid: string, signal: AbortSignal): Promise<Found> {
  if (code === '') return blank;
  const named = { code, ...(pid === '' ? {} : { pid }) };
  const documents = await client.call('listDocuments', {}, signal);
  const row = documents.find(one => one.code === code && (one.pid ?? '') === pid);
  if (!row) return blank;
  if (row.draft_at !== null) {
    const draft = await client.call('getDraft', { query: named }, signal);
    return {
      needsSignature: draft.needs_signature,
      title: draft.title,
      body: draft.body,
      baseVersion: draft.base_version,
      revision: draft.revision,
      savedAt: draft.changed_at,
    };
  }
  if (row.id === null) return blank;
  const version = await client.call('getDocumentVersion', { query: { id: row.id } }, signal);
  return {
    needsSignature: version.needs_signature,
    title: version.title,
    body: version.body,
    baseVersion: version.version,
    revision: 0,
    savedAt: null,
  };
}

export const editorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, abortController }) => ({
    ...(await find(context.client, deps.code, deps.pid, abortController.signal)),
    readAt: Date.now(),
  }),
  // what is being written is never taken away by a look at the server
  staleTime: Infinity,
  gcTime: 0,
  component: EditorPage,
});

function EditorPage() {
  const { code, pid } = editorRoute.useSearch();
  const found = editorRoute.useLoaderData();
  return <Editor key={`${code} ${pid} ${found.readAt}`} found={found} />;
}

function Editor({ found }: { found: Found }) {
  const state = editorRoute.useSearch();
  const { operator } = editorRoute.useRouteContext();
  const { client, language } = useConsoleContext();
  const words = useWords(agreementsWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const router = useRouter();
  const saving = useTask();
  const fresh = state.code === '';
  const [code, setCode] = useState(state.code);
  const [pid, setPid] = useState(state.pid);
  const [written, setWritten] = useState<Written>(found);
  const [kept, setKept] = useState<Found>(found);
  const [side, setSide] = useState<Language>(language);
  const [dialog, setDialog] = useState<'publish' | 'discard'>();
  const [wrong, setWrong] = useState<'code' | 'missing'>();
  const admin = hasRole(operator.role, 'admin');
  const changed =
    written.needsSignature !== kept.needsSignature ||
    languages.some(one => written.title[one] !== kept.title[one] || written.body[one] !== kept.body[one]);
  const named = { code, pid: pid === '' ? null : pid };
  useBlocker({
    shouldBlockFn: () => changed && admin && !confirmLeave(words.unsaved),
    enableBeforeUnload: () => changed && admin,
  });
  const edit = (field: 'title' | 'body', value: string) => {
    setWritten(now => ({ ...now, [field]: { ...now[field], [side]: value } }));
    setWrong(undefined);
    saving.clear();
  };
  const codeRight = () => {
    if (DOCUMENT_CODE.test(code)) return true;
    setWrong('code');
    return false;
  };
  const save = () => {
    if (!codeRight()) return;
    saving.run(async signal => {
      const { revision } = await client.call(
        'saveDraft',
        {
          body: {
            ...named,
            needs_signature: written.needsSignature,
            title: written.title,
            body: written.body,
            revision: kept.revision,
          },
        },
        signal,
      );
      setKept({ ...kept, ...written, revision, savedAt: Date.now() });
    });
  };
  const publish = () => {
    if (!codeRight()) return;
    if (languages.some(one => written.title[one].trim() === '' || written.body[one].trim() === ''))
      setWrong('missing');
    else setDialog('publish');
  };
  return (
    <>
      <PageHeader
        title={fresh ? words.write : written.title[language] || code}
        lead={
          <>
            {words.editorLead}{' '}
            {changed ? (
              words.unsaved
            ) : kept.savedAt === null ? (
              kept.baseVersion > 0 ? (
                words.noDraftYet
              ) : (
                words.neverSaved
              )
            ) : (
              <>
                {words.savedAt} <DateTime at={kept.savedAt} />
              </>
            )}
          </>
        }
      >
        {admin ? (
          <>
            {kept.revision > 0 ? (
              <TextButton onClick={() => setDialog('discard')}>{words.discard}</TextButton>
            ) : null}
            <SecondaryButton
              onClick={save}
              aria-disabled={saving.phase !== 'idle' || undefined}
              data-working={saving.phase === 'idle' ? undefined : ''}
            >
              {saving.phase === 'idle' ? common.save : common.saving}
            </SecondaryButton>
            <button type="button" className={buttonsCss.primary} onClick={publish}>
              {words.publish}
            </button>
          </>
        ) : (
          <p>{words.onlyAdmins}</p>
        )}
      </PageHeader>
      {saving.problem ? <ErrorMessage problem={saving.problem} /> : null}
      {saving.problem?.name === 'Conflict' ? (
        <TextButton onClick={() => void router.invalidate()}>{words.reload}</TextButton>
      ) : null}
      {wrong === 'missing' ? (
        <p role="alert" className={fieldCss.error}>
          {words.missing}
        </p>
      ) : null}
      {fresh ? (
        <div className={filterBarCss.bar}>
          <div className={filterBarCss.wide}>
            <Field
              label={words.code}
              rule={words.codeRule}
              error={wrong === 'code' ? words.codeError : undefined}
            >
              {control => (
                <input
                  {...control}
                  value={code}
                  maxLength={64}
                  spellCheck={false}
                  autoCapitalize="none"
                  onChange={event => {
                    setCode(event.target.value);
                    setWrong(undefined);
                  }}
                />
              )}
            </Field>
          </div>
          <div className={filterBarCss.wide}>
            <Field label={words.site} rule={words.siteRule} optional>
              {control => (
                <input
                  {...control}
                  value={pid}
                  maxLength={64}
                  onChange={event => setPid(event.target.value)}
                />
              )}
            </Field>
          </div>
        </div>
      ) : null}
      <label className={`${choicesCss.tick} ${css.needs}`}>
        <input
          type="checkbox"
          checked={written.needsSignature}
          disabled={!admin}
          onChange={event => setWritten({ ...written, needsSignature: event.target.checked })}
        />
        <span>
          {words.needsSignature}
          <small className={fieldCss.rule}>{words.needsSignatureRule}</small>
        </span>
      </label>
      <div className={css.tabs} role="radiogroup" aria-label={words.preview}>
        {languages.map(one => (
          <label key={one} lang={one}>
            <input type="radio" name="side" checked={side === one} onChange={() => setSide(one)} />
            {words.languages[one]}
          </label>
        ))}
      </div>
      <div className={css.editor}>
        <div className={css.side}>
          <Field label={words.titleIn[side]}>
            {control => (
              <input
                {...control}
                lang={side}
                value={written.title[side]}
                maxLength={TITLE_LENGTH}
                readOnly={!admin}
                onChange={event => edit('title', event.target.value)}
              />
            )}
          </Field>
          <Field
            label={words.bodyIn[side]}
            rule={`${words.bodyRule} ${words.left(whole(BODY_LENGTH - written.body[side].length))}`}
          >
            {control => (
              <textarea
                {...control}
                lang={side}
                value={written.body[side]}
                maxLength={BODY_LENGTH}
                readOnly={!admin}
                onChange={event => edit('body', event.target.value)}
              />
            )}
          </Field>
        </div>
        <Preview key={side} language={side} title={written.title[side]} text={written.body[side]} />
      </div>
      {dialog === 'publish' ? (
        <ConfirmDialog
          title={words.publish}
          text={words.publishText(kept.baseVersion + 1, written.title[language], written.needsSignature)}
          label={words.publish}
          busy={words.publishing}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            setDialog(undefined);
            void router.navigate({
              to: '/console/agreements/$code',
              params: { code },
              search: { pid },
              ignoreBlocker: true,
            });
          }}
          onConfirm={async (_, signal) => {
            const done = await client.call(
              'publishDocument',
              {
                body: {
                  ...named,
                  needs_signature: written.needsSignature,
                  title: written.title,
                  body: written.body,
                  base_version: kept.baseVersion,
                },
              },
              signal,
            );
            router.clearCache();
            return done;
          }}
        />
      ) : null}
      {dialog === 'discard' ? (
        <ConfirmDialog
          title={words.discard}
          text={words.discardText}
          label={words.discard}
          busy={words.discarding}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            setDialog(undefined);
            void router.navigate({ to: '/console/agreements', ignoreBlocker: true });
          }}
          onConfirm={async (_, signal) => {
            await client.call('discardDraft', { body: named }, signal);
            router.clearCache();
          }}
        />
      ) : null}
    </>
  );
}

/** The browser's own question, as at closing the tab. */
function confirmLeave(question: string): boolean {
  // oxlint-disable-next-line no-alert
  return window.confirm(question);
}
