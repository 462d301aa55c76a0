/** Bringing people in from a file: it is looked at as a whole, then one act makes and changes accounts, and can be undone. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { ConsoleCall } from './call.ts';
import { count, cursor, limit, maybeText, maybeTime, pageOf, text, time, uuid } from './page.ts';
import { importFields, importMostHourly, importStates } from './rules.ts';

/** One of `importFields`, or `custom:` and the key of a custom field. */
const field = v.pipe(
  text,
  v.check(
    given => (importFields as readonly string[]).includes(given) || /^custom:\w{1,64}$/.test(given),
    'No such field.',
  ),
);
const counts = v.object({
  /** Accounts that will be made. */
  make: count,
  /** Accounts whose name or grade will be changed. */
  change: count,
  /** Rows of accounts that stay as they are. */
  leave: count,
  /** Rows with a fault, which are left out. */
  fault: count,
});

const importRow = v.object({
  id: text,
  /** The file's name. */
  name: text,
  pid: text,
  state: v.picklist(importStates),
  created_at: time,
  created_by: text,
  rows: count,
  counts,
  /** Rows that were acted upon. */
  acted: count,
  /** Accounts that the undoing deleted, and changes that it took back. */
  undone: count,
  run_at: maybeTime,
  ended_at: maybeTime,
  /** Until when it can be undone; null: it cannot. */
  undo_until: maybeTime,
  /** Messages an hour; null: nobody is told. */
  tell_hourly: v.nullable(count),
});
export type ImportRow = v.InferOutput<typeof importRow>;

const importDetail = v.object({
  ...importRow.entries,
  columns: v.array(
    v.object({
      heading: text,
      field: v.nullable(field),
      /** What the first rows say in it; `•••` for a hash. Empty for a column of hashes, and without `people:minors`. */
      examples: v.array(text),
    }),
  ),
  /** The school's own fields, which columns can be too. */
  custom_fields: v.array(v.object({ field: text, name: v.object({ 'zh-CN': text, en: text }) })),
  /** Groups of those who have neither number nor address, and how many of them did not sign in yet: each gets a paper. */
  groups: v.array(v.object({ name: text, papers: count })),
});
export type ImportDetail = v.InferOutput<typeof importDetail>;

const listImports = {
  summary: 'The files that were brought in or looked at in the last 30 days, newest first.',
  method: 'GET',
  path: '/console/v1/imports',
  role: 'support',
  answer: v.object({ items: v.array(importRow) }),
  refusals: [],
} as const satisfies ConsoleCall;

const getImport = {
  summary: 'One import: what its columns were taken for, and what will be or was made, changed and left.',
  method: 'GET',
  path: '/console/v1/import',
  role: 'support',
  query: v.object({ id: uuid }),
  answer: importDetail,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const listImportFaults = {
  summary: 'The faults of an import by row, with column and words. A row with a fault is left out.',
  method: 'GET',
  path: '/console/v1/import/faults',
  role: 'support',
  query: v.object({ id: uuid, limit, cursor }),
  answer: pageOf(
    v.object({
      /** Of the file, from 1. */
      row: count,
      /** The column's heading; null: the row as a whole. */
      column: maybeText,
      why: text,
      words: text,
    }),
  ),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const setImportColumns = {
  summary:
    'Says for each column what it is, and looks at the rows again. Refused with Conflict once the act has begun, with InvalidRequest where a field is named twice, or there is no such custom field.',
  method: 'POST',
  path: '/console/v1/import/columns',
  role: 'support',
  act: 'imports.columns',
  body: v.object({ id: uuid, fields: v.pipe(v.array(v.nullable(field)), v.maxLength(200)) }),
  answer: done,
  refusals: ['NotFound', 'Conflict', 'InvalidRequest'],
} as const satisfies ConsoleCall;

const runImport = {
  summary:
    'Begins the act, or goes on with one that was cancelled; a job does it. Sent again it has no effect. Refused with Conflict once it is undone.',
  method: 'POST',
  path: '/console/v1/import/run',
  role: 'support',
  act: 'imports.run',
  proof: true,
  body: v.object({
    id: uuid,
    /** Messages an hour, to those whose account is made, and to the guardians of those under 14; null: nobody is told. */
    tell_hourly: v.optional(
      v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(importMostHourly))),
      null,
    ),
  }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const cancelImport = {
  summary: 'Stops the act after the rows that it is at. `runImport` goes on with it.',
  method: 'POST',
  path: '/console/v1/import/cancel',
  role: 'support',
  act: 'imports.cancel',
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const undoImport = {
  summary:
    'Undoes the act within 30 days: deletes the accounts that it made, of those who have not signed in since, and takes its changes back where nobody changed them since. A job does it. Sent again it has no effect.',
  method: 'POST',
  path: '/console/v1/import/undo',
  role: 'admin',
  act: 'imports.undo',
  proof: true,
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const makeImportPapers = {
  summary:
    'Makes the papers of a group: for each of its people without number and address, who did not sign in yet, the username and a link by which a password is chosen once. Earlier papers of them are void. No later answer contains the links.',
  method: 'POST',
  path: '/console/v1/import/papers',
  role: 'support',
  act: 'imports.papers',
  proof: true,
  body: v.object({ id: uuid, group: v.string() }),
  answer: v.object({
    papers: v.array(
      v.object({
        fullname: maybeText,
        username: text,
        link: text,
        /** The link as a QR code: an SVG image. */
        qr: text,
      }),
    ),
    expires_at: time,
  }),
  refusals: ['NotFound', 'IllegalOperation'],
} as const satisfies ConsoleCall;

export const importConsoleCalls = {
  listImports,
  getImport,
  listImportFaults,
  setImportColumns,
  runImport,
  cancelImport,
  undoImport,
  makeImportPapers,
} as const satisfies Record<string, ConsoleCall>;
