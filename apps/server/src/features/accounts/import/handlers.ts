/** The console's calls about imports. */
import { randomInt } from 'node:crypto';
import { type ConsoleCallName, importMostPapers } from '@rollcall/contract/console';
import { type Kysely, type Selectable, sql } from 'kysely';
import { toString as drawQr } from 'qrcode';
import * as v from 'valibot';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { PAPER_LIFE, type Tickets } from '../../../identity/tickets.ts';
import type { Database } from '../../../platform/database/schema.ts';
import type { ImportsTable } from '../../../platform/database/tables/imports.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { readCustomFields } from '../../../identity/custom-fields/definitions.ts';
import { customColumn } from './columns.ts';
import { faultWords } from './fault-words.ts';
import { UNDO_LIFE } from './read-row.ts';
import { shownCell } from './secret-cells.ts';
import { stageAgain } from './stage.ts';

/** Without letters and digits that are easily mixed up when they are typed from paper; 79 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const TOKEN = 16;
/** Rows of the examples of each column. */
const EXAMPLES = 3;

type Row = Selectable<ImportsTable>;

const countsOf = async (db: Kysely<Database>, ids: readonly string[]) => {
  const rows = ids.length
    ? await db
        .selectFrom('import_rows')
        .select(eb => [
          'import_id',
          'fate',
          eb.fn.countAll<string>().as('count'),
          eb.fn.count<string>('acted_at').as('acted'),
          sql<string>`count(*) filter (where undone)`.as('undone'),
        ])
        .where('import_id', 'in', ids)
        .groupBy(['import_id', 'fate'])
        .execute()
    : [];
  return (id: string) => {
    const own = rows.filter(row => row.import_id === id);
    const of = (fate: string) => Number(own.find(row => row.fate === fate)?.count ?? 0);
    const sum = (key: 'acted' | 'undone') => own.reduce((total, row) => total + Number(row[key]), 0);
    return {
      counts: { make: of('make'), change: of('change'), leave: of('leave'), fault: of('fault') },
      acted: sum('acted'),
      undone: sum('undone'),
    };
  };
};

const undoUntil = (row: Row): number | null =>
  row.ended_at && (row.state === 'done' || row.state === 'cancelled')
    ? row.ended_at.getTime() + UNDO_LIFE
    : null;

const shown = (row: Row, counts: ReturnType<Awaited<ReturnType<typeof countsOf>>>) => ({
  id: row.id,
  name: row.name,
  pid: row.pid,
  state: row.state,
  created_at: row.created_at.getTime(),
  created_by: row.created_by,
  rows: row.rows,
  ...counts,
  run_at: row.run_at?.getTime() ?? null,
  ended_at: row.ended_at?.getTime() ?? null,
  undo_until: undoUntil(row),
  tell_hourly: row.tell_hourly,
});

const find = async (db: Kysely<Database>, id: string, lock = false): Promise<Row> => {
  const query = db.selectFrom('imports').selectAll().where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw refuse('NotFound');
  return row;
};

/** Accounts of an import that have neither number nor address nor password nor another way in, whose person did not sign in yet. */
const withoutWay = (db: Kysely<Database>, id: string) =>
  db
    .selectFrom('import_rows as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .where('r.import_id', '=', id)
    .where('r.fate', '=', 'make')
    .where('r.acted_at', 'is not', null)
    .where('a.password_hash', 'is', null)
    .where('a.blocked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identifiers as i')
            .select('i.account_id')
            .whereRef('i.account_id', '=', 'a.id')
            .where('i.kind', '!=', 'username'),
        ),
      ),
    )
    .where(
      sql<boolean>`not exists (select from known_devices d where d.account_id = a.id)
        and not exists (select from identities t where t.account_id = a.id)
        and not exists (select from passkeys p where p.account_id = a.id)`,
    );

type Names = Extract<
  ConsoleCallName,
  | 'listImports'
  | 'getImport'
  | 'listImportFaults'
  | 'setImportColumns'
  | 'runImport'
  | 'cancelImport'
  | 'undoImport'
  | 'makeImportPapers'
>;

export const importHandlers = ({
  db,
  now,
  tickets,
  issuer,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly tickets: Pick<Tickets, 'remember'>;
  readonly issuer: string;
}): ConsoleHandlers<Names> => ({
  listImports: async () => {
    const rows = await db
      .selectFrom('imports')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(200)
      .execute();
    const counts = await countsOf(
      db,
      rows.map(({ id }) => id),
    );
    return { items: rows.map(row => shown(row, counts(row.id))) };
  },

  getImport: async ({ query: { id }, operator }) => {
    const row = await find(db, id);
    const counts = await countsOf(db, [id]);
    const first = await db
      .selectFrom('import_rows')
      .select('cells')
      .where('import_id', '=', id)
      .where('cells', 'is not', null)
      .orderBy('row')
      .limit(EXAMPLES)
      .execute();
    const groups = await withoutWay(db, id)
      .select(eb => [
        eb.fn.coalesce('r.group_name', sql<string>`''`).as('name'),
        eb.fn.countAll<string>().as('papers'),
      ])
      .groupBy('r.group_name')
      .orderBy('r.group_name')
      .execute();
    // A hash is nobody's to read, and nobody knows before the act who in the file is under 14.
    const examples = (n: number, field: string | null) =>
      field === 'password_hash' || operator.service?.minors === false
        ? []
        : first.map(({ cells }) => shownCell(cells?.[n] ?? '', row.columns, n));
    return {
      ...shown(row, counts(id)),
      columns: row.columns.map(({ heading, field }, n) => ({ heading, field, examples: examples(n, field) })),
      custom_fields: (await readCustomFields(db)).map(({ key, name }) => ({
        field: customColumn(key),
        name,
      })),
      groups: groups.map(({ name, papers }) => ({ name, papers: Number(papers) })),
    };
  },

  listImportFaults: async ({ query: { id, limit, cursor }, language, cursors }) => {
    const page = cursors(id);
    const after = page.read(v.tuple([v.number()]), cursor);
    const row = await find(db, id);
    const rows = await db
      .selectFrom('import_rows')
      .select(['row', 'faults'])
      .where('import_id', '=', id)
      .where('fate', '=', 'fault')
      .where('row', '>', after?.[0] ?? 0)
      .orderBy('row')
      .limit(limit + 1)
      .execute();
    const { items, next } = page.pageOf(
      rows,
      limit,
      one => [one.row],
      ({ row: number, faults }) =>
        faults.map(fault => ({
          row: number,
          column: fault.column === null ? null : (row.columns[fault.column]?.heading ?? null),
          why: fault.why,
          words: faultWords(fault, language),
        })),
    );
    return { items: items.flat(), next };
  },

  setImportColumns: ({ body: { id, fields }, audit }) =>
    transaction(db, async trx => {
      const row = await find(trx, id, true);
      if (row.state !== 'looked') throw refuse('Conflict');
      const named = fields.filter(field => field !== null);
      const custom = new Set((await readCustomFields(trx)).map(({ key }) => customColumn(key)));
      if (named.some(field => field.startsWith('custom:') && !custom.has(field)))
        throw refuse('InvalidRequest', { data: { field: 'fields' } });
      if (fields.length !== row.columns.length || new Set(named).size !== named.length)
        throw refuse('InvalidRequest', { data: { field: 'fields' } });
      const columns = row.columns.map(({ heading }, n) => ({ heading, field: fields[n] ?? null }));
      await stageAgain(trx, id, columns, now());
      await audit(trx, { subject: id });
      return {};
    }),

  runImport: ({ body: { id, tell_hourly: hourly }, audit }) =>
    transaction(db, async trx => {
      const row = await find(trx, id, true);
      if (row.state === 'running' || row.state === 'done') return {};
      if (row.state !== 'looked' && row.state !== 'cancelled') throw refuse('Conflict');
      await trx
        .updateTable('imports')
        .set({ state: 'running', run_at: new Date(now()), ended_at: null, tell_hourly: hourly })
        .where('id', '=', id)
        .execute();
      const { counts } = (await countsOf(trx, [id]))(id);
      await audit(trx, {
        subject: id,
        after: { name: row.name, pid: row.pid, ...counts, tell_hourly: hourly },
      });
      return {};
    }),

  cancelImport: ({ body: { id }, audit }) =>
    transaction(db, async trx => {
      const row = await find(trx, id, true);
      if (row.state === 'cancelled') return {};
      if (row.state !== 'running') throw refuse('Conflict');
      await trx
        .updateTable('imports')
        .set({ state: 'cancelled', ended_at: new Date(now()) })
        .where('id', '=', id)
        .execute();
      await audit(trx, { subject: id });
      return {};
    }),

  undoImport: ({ body: { id }, audit }) =>
    transaction(db, async trx => {
      const row = await find(trx, id, true);
      if (row.state === 'undoing' || row.state === 'undone') return {};
      const until = undoUntil(row);
      if (until === null || until <= now()) throw refuse('Conflict');
      await trx.updateTable('imports').set({ state: 'undoing' }).where('id', '=', id).execute();
      const { counts } = (await countsOf(trx, [id]))(id);
      await audit(trx, {
        subject: id,
        after: { name: row.name, make: counts.make, change: counts.change },
      });
      return {};
    }),

  makeImportPapers: ({ body: { id, group }, audit }) =>
    transaction(db, async trx => {
      // Of two at the same time the second voids the papers of the first.
      await find(trx, id, true);
      const people = await withoutWay(trx, id)
        .innerJoin('identifiers as u', join =>
          join.onRef('u.account_id', '=', 'a.id').on('u.kind', '=', 'username'),
        )
        .select(['a.id', 'a.fullname', 'u.value as username', 'r.row'])
        .where(sql<boolean>`coalesce(r.group_name, '') = ${group}`)
        .orderBy('r.row')
        .limit(importMostPapers + 1)
        .execute();
      if (people.length === 0) throw refuse('NotFound');
      if (people.length > importMostPapers)
        throw refuse('IllegalOperation', {
          message: `Papers are made for groups of ${importMostPapers} people at most.`,
        });
      // An earlier paper is void.
      await sql`delete from tickets where use = 'paper'
        and subject ->> 'accountId' = any(${people.map(person => person.id)}::text[])`.execute(trx);
      const at = now();
      const papers = [];
      for (const { id: accountId, fullname, username } of people) {
        const token = Array.from({ length: TOKEN }, () => LETTERS[randomInt(LETTERS.length)]).join('');
        const identifier = { kind: 'username', value: username } as const;
        await tickets.remember('paper', token, { accountId, identifier, madeAt: at }, trx);
        const link = `${issuer}/reset#${token}`;
        const qr = await drawQr(link, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
        papers.push({ fullname, username, link, qr });
      }
      await audit(trx, { subject: id, after: { group, papers: people.length } });
      return { papers, expires_at: at + PAPER_LIFE };
    }),
});
