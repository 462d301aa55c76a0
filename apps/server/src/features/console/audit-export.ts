/**
 * The export of the audit log: a link for the admin's own session, valid for a minute, and the file, one JSON object a line,
 * oldest entry first. It is streamed, so its length costs no memory.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { validateInput } from '../../http/validate.ts';
import type { ConsoleHandlers, SignedInOperator } from '../../http/console-handler.ts';
import { isMacOf, macOf } from '../../platform/digest.ts';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import type { AuditKeys } from './audit-checkpoints.ts';
import { recordFailure } from './audit-failures.ts';
import { authoriseOperator, type OperatorAccess } from './authorise.ts';

const PATH = '/console/v1/audit/download';
/** Lifetime of a link in ms. */
const LINK_LIFE = 60_000;
/** Entries that are read at a time. */
const BATCH = 500;

interface Range {
  /** At or after `from` and before `to`, ms since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface ExportContext {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly keys: AuditKeys;
}

/** What the signature of a link covers: it ends with the session that asked. */
const textOf = ({ id, sessionId }: SignedInOperator, until: number, { from, to }: Range): string =>
  `export ${id} ${sessionId} ${until} ${from ?? ''} ${to ?? ''}`;

export const auditExportHandlers = ({
  db,
  now,
  keys: [key],
}: ExportContext): ConsoleHandlers<'exportAudit'> => ({
  exportAudit: async ({ body: { from, to }, operator, audit }) => {
    const range = { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
    await audit(db, { after: range });
    const until = now() + LINK_LIFE;
    const query = new URLSearchParams({
      ...Object.fromEntries(Object.entries(range).map(([name, at]) => [name, String(at)])),
      until: String(until),
      signature: macOf(key, textOf(operator, until, range)).toString('base64url'),
    });
    return { link: `${PATH}?${query.toString()}`, expires_at: until };
  },
});

/** Lines of the entries in order, up to the entry `last`. */
async function* lines(db: Kysely<Database>, last: number, { from, to }: Range): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    let rows = db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', after)
      .where('id', '<=', last)
      .orderBy('id')
      .limit(BATCH);
    if (from !== undefined) rows = rows.where('at', '>=', new Date(from));
    if (to !== undefined) rows = rows.where('at', '<', new Date(to));
    const found = await rows.execute();
    yield found
      .map(row => `${JSON.stringify({ ...row, at: row.at.toISOString(), hash: row.hash.toString('hex') })}\n`)
      .join('');
    const end = found.at(-1);
    if (found.length < BATCH || !end) return;
    after = end.id;
  }
}

const moment = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const download = v.object({
  from: v.optional(moment),
  to: v.optional(moment),
  until: moment,
  signature: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
});

/**
 * Adds the route of the file. Refuses another session's link, and one that has ended (NotFound). Refusals are entries of
 * the log, too.
 */
export const addAuditExport = (server: FastifyInstance, parts: ExportContext & OperatorAccess): void => {
  const { db, now, keys } = parts;
  const authorise = async (request: FastifyRequest): Promise<Range> => {
    await authoriseOperator(request, parts, { role: 'admin' });
    const { until, signature, ...range } = validateInput(download, request.query);
    const text = textOf(request.operator as SignedInOperator, until, range);
    const genuine = isMacOf(keys, text, Buffer.from(signature, 'base64url'));
    if (!genuine || until <= now()) throw refuse('NotFound');
    return range;
  };
  server.get(PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const range = await authorise(request).catch(async (error: unknown) => {
      await recordFailure({ db, now }, request, error, { call: 'downloadAudit', refused: ['NotFound'] });
      throw error;
    });
    const { last } = await db
      .selectFrom('audit_log')
      .select(eb => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
      .executeTakeFirstOrThrow();
    const day = new Date(now()).toISOString().slice(0, 10);
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': `attachment; filename="rollcall-audit-${day}.jsonl"`,
      })
      .send(Readable.from(lines(db, last, range)));
  });
};
