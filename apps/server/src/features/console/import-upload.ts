/**
 * The routes to which a file of people is sent: of the console, and of `/api/v1`. The body is read as a stream, which no call of the
 * contract does.
 */
import type { Readable } from 'node:stream';
import { fields } from '@rollcall/contract';
import { importUpload } from '@rollcall/contract/console';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { AuditFacts, SignedInOperator } from '../../http/console-handler.ts';
import type { ReceivedFile } from '../../http/received-file.ts';
import { allowLongBody } from '../../http/request-time.ts';
import { plainIp } from '../../http/trust.ts';
import { validateInput } from '../../http/validate.ts';
import type { Database } from '../../platform/database/schema.ts';
import { maskText } from '../../platform/mask.ts';
import { refuse } from '../../platform/refusal.ts';
import { writeAudit } from './audit.ts';
import { recordFailure } from './audit-failures.ts';
import { authoriseOperator, authoriseSoftware, type OperatorAccess } from './authorise.ts';

/** Reads a file as a whole. @returns the import's id */
export type ReceiveImport = (
  file: ReceivedFile,
  audit: (db: Kysely<Database>, facts: AuditFacts) => Promise<void>,
) => Promise<string>;

/** Files that a process takes concurrently, and of one sender; each has 256 MiB on the disk at most. */
const UNDER_WAY = { all: 4, ofSender: 2 } as const;
/** Seconds after which to try again. */
const LATER = 30;

const query = v.object({
  name: v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}]{1,200}$/u)),
  pid: fields.pid,
});

/** Adds `POST` of both paths. Refuses by name what `authorise.ts` does, and IllegalPid, TooBusy, TooLarge, InvalidRequest. */
export const addImportUpload = (
  server: FastifyInstance,
  parts: OperatorAccess & {
    readonly db: Kysely<Database>;
    readonly now: () => number;
    readonly receive: ReceiveImport;
  },
): void => {
  const { db, now, receive } = parts;
  const call = 'uploadImport';

  /** Senders of the files that are being taken. */
  const underWay: string[] = [];
  const inTurn = async <T>(by: string, take: () => Promise<T>): Promise<T> => {
    const own = underWay.filter(one => one === by).length;
    if (underWay.length >= UNDER_WAY.all || own >= UNDER_WAY.ofSender)
      throw refuse('TooBusy', { data: { retry_after: LATER } });
    underWay.push(by);
    try {
      return await take();
    } finally {
      underWay.splice(underWay.indexOf(by), 1);
    }
  };

  const operatorSends = async (request: FastifyRequest): Promise<void> => {
    try {
      await authoriseOperator(request, parts, { role: 'support' });
    } catch (error) {
      await recordFailure({ db, now }, request, error, { call });
      throw error;
    }
  };
  const softwareSends = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    authoriseSoftware(request, reply, parts, { call, scope: 'people:write' });

  void server.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, body, done) => done(null, body));
    for (const [url, authorise] of [
      [importUpload.path, operatorSends],
      [importUpload.apiPath, softwareSends],
    ] as const) {
      scope.route({
        method: 'POST',
        url,
        // Before the body is read.
        onRequest: authorise,
        handler: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          const { name, pid } = validateInput(query, request.query);
          const operator = request.operator as SignedInOperator;
          const purpose = request.serviceCaller?.purpose;
          const bytes = request.body as Readable | undefined;
          if (!bytes) throw refuse('InvalidRequest', { data: { field: 'file' } });
          const audit: Parameters<ReceiveImport>[1] = (trx, facts) =>
            writeAudit(trx, {
              ...facts,
              after: { ...(purpose === undefined ? {} : { reason: maskText(purpose) }), ...facts.after },
              by: operator,
              act: 'imports.upload',
              at: now(),
              address: plainIp(request.ip),
              requestId: request.id,
            });
          const id = await inTurn(operator.name, () => {
            // Only of those that are taken: what is refused has no more time than any other request.
            allowLongBody(request.raw);
            return receive({ name, pid, by: operator.name, bytes }, audit);
          });
          return { data: { id } };
        },
      });
    }
  });
};
