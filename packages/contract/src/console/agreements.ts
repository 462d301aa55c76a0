/** Agreements and protocols: drafts, versions, publication and signatures. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import * as f from '../fields.ts';
import type { ConsoleCall } from './call.ts';
import { BODY_LENGTH, DOCUMENT_CODE, TITLE_LENGTH } from './rules.ts';
import { count, cursor, limit, maybeText, maybeTime, pageOf, queryNumber, text, time } from './page.ts';

const words = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(longest),
    // Line breaks and tabs are allowed, other control characters and lone surrogates are not.
    v.check(given => !/\p{Cs}|(?![\n\t])\p{Cc}/u.test(given)),
  );
const draftWords = (longest: number) =>
  v.pipe(
    v.string(),
    v.maxLength(longest),
    v.check(given => !/\p{Cs}|(?![\n\t])\p{Cc}/u.test(given)),
  );

const bothOf = <S extends v.GenericSchema>(schema: S) => v.object({ 'zh-CN': schema, en: schema });
const inBoth = bothOf(text);

const code = v.pipe(v.string(), v.regex(DOCUMENT_CODE));
/** Null: all pids. */
const pid = v.nullable(f.pid);
const named = { code, pid };
const id = queryNumber(1, 2_147_483_647);

const documentRow = v.object({
  code: text,
  pid: maybeText,
  /** The version in force; null and 0: there is only a draft. */
  id: v.nullable(count),
  version: count,
  needs_signature: v.boolean(),
  title: inBoth,
  published_at: maybeTime,
  /** Number of signatures of the version in force. */
  signatures: count,
  /** When the draft was last saved. */
  draft_at: maybeTime,
});
export type DocumentRow = v.InferOutput<typeof documentRow>;

export const listDocuments = {
  summary: 'All documents with their version in force, its number of signatures, and their draft.',
  method: 'GET',
  path: '/console/v1/agreements',
  role: 'viewer',
  answer: v.array(documentRow),
  refusals: [],
} as const satisfies ConsoleCall;

const documentVersion = v.object({
  id: count,
  code: text,
  pid: maybeText,
  version: count,
  needs_signature: v.boolean(),
  title: inBoth,
  published_at: time,
  signatures: count,
});
export type DocumentVersion = v.InferOutput<typeof documentVersion>;

export const listDocumentVersions = {
  summary: 'The versions of a document, newest first.',
  method: 'GET',
  path: '/console/v1/agreements/versions',
  role: 'viewer',
  query: v.object({
    code,
    /** Absent: the document for all pids. */
    pid: v.optional(f.pid),
    limit,
    cursor,
  }),
  answer: pageOf(documentVersion),
  refusals: ['IllegalPid'],
} as const satisfies ConsoleCall;

export const getDocumentVersion = {
  summary: 'One version with its text.',
  method: 'GET',
  path: '/console/v1/agreements/version',
  role: 'viewer',
  query: v.object({ id }),
  answer: v.object({ ...documentVersion.entries, body: inBoth }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const draft = v.object({
  code: text,
  pid: maybeText,
  needs_signature: v.boolean(),
  title: inBoth,
  body: inBoth,
  /** The version that the draft was made from; 0: the document is new. */
  base_version: count,
  /** Incremented by each save. */
  revision: count,
  changed_at: time,
  changed_by: maybeText,
});

export const getDraft = {
  summary: 'The draft of a document.',
  method: 'GET',
  path: '/console/v1/agreements/draft',
  role: 'viewer',
  query: v.object({ code, pid: v.optional(f.pid) }),
  answer: draft,
  refusals: ['IllegalPid', 'NotFound'],
} as const satisfies ConsoleCall;

export const saveDraft = {
  summary:
    'Saves a draft, which may have empty parts. `revision` is that of the draft as it was read (0: there was none); another one is a Conflict.',
  method: 'PUT',
  path: '/console/v1/agreements/draft',
  role: 'admin',
  act: 'agreements.save-draft',
  body: v.object({
    ...named,
    needs_signature: v.boolean(),
    title: bothOf(draftWords(TITLE_LENGTH)),
    body: bothOf(draftWords(BODY_LENGTH)),
    revision: queryNumber(0, 2_147_483_647),
  }),
  answer: v.object({ revision: count }),
  refusals: ['IllegalPid', 'Conflict'],
} as const satisfies ConsoleCall;

export const discardDraft = {
  summary: 'Deletes a draft.',
  method: 'POST',
  path: '/console/v1/agreements/draft/discard',
  role: 'admin',
  act: 'agreements.discard-draft',
  body: v.object(named),
  answer: done,
  refusals: ['IllegalPid', 'NotFound'],
} as const satisfies ConsoleCall;

export const previewDocument = {
  summary: 'The headings and paragraphs of a text, as the reading page renders them.',
  method: 'POST',
  path: '/console/v1/agreements/preview',
  role: 'viewer',
  body: v.object({ text: draftWords(BODY_LENGTH) }),
  answer: v.array(
    v.object({
      kind: v.picklist(['heading', 'paragraph']),
      lines: v.array(text),
    }),
  ),
  refusals: [],
} as const satisfies ConsoleCall;

export const publishDocument = {
  summary:
    'Publishes the next version of a document, in force at once, and deletes its draft. `base_version` is the version that the draft was made from (0: none); another one is a Conflict.',
  method: 'POST',
  path: '/console/v1/agreements/publish',
  role: 'admin',
  proof: true,
  act: 'agreements.publish',
  body: v.object({
    ...named,
    needs_signature: v.boolean(),
    title: bothOf(words(TITLE_LENGTH)),
    body: bothOf(words(BODY_LENGTH)),
    base_version: queryNumber(0, 2_147_483_647),
  }),
  answer: v.object({ id: count, version: count }),
  refusals: ['IllegalPid', 'Conflict'],
} as const satisfies ConsoleCall;

export const listSignatures = {
  summary: 'The signatures of a version, newest first.',
  method: 'GET',
  path: '/console/v1/agreements/signatures',
  role: 'viewer',
  view: 'agreements.view-signatures',
  query: v.object({ id, limit, cursor }),
  answer: pageOf(
    v.object({
      account_id: text,
      nickname: text,
      fullname: maybeText,
      signed_at: time,
      address: text,
    }),
  ),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

/** The console's calls about agreements. */
export const agreementConsoleCalls = {
  listDocuments,
  listDocumentVersions,
  getDocumentVersion,
  getDraft,
  saveDraft,
  discardDraft,
  previewDocument,
  publishDocument,
  listSignatures,
} as const satisfies Record<string, ConsoleCall>;
