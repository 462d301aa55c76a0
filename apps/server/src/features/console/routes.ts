/** Adds a route for every console call: checks origin, session and role, then input and answer as for every call. */
import { type ConsoleCall, type ConsoleCallName, consoleCalls } from '@rollcall/contract/console';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { validateAnswer, readInput } from '../../http/routes.ts';
import type { createCursors } from '../../platform/cursor-page.ts';
import { refuse } from '../../platform/refusal.ts';
import { LOOK, writeAudit, writeLook } from './audit.ts';
import { recordFailure } from './audit-failures.ts';
import { authoriseOperator, type OperatorAccess } from './authorise.ts';
import { closeSignal } from './close-signal.ts';
import type { ConsoleHandler, ConsoleHandlers, ConsoleInput } from '../../http/console-handler.ts';
import { maskForViewer } from './masking.ts';
import { checkOrigin } from './origin.ts';
import { requireFreshProof } from './proof.ts';

export interface ConsoleRouteOptions extends OperatorAccess {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly cursors: ReturnType<typeof createCursors>;
  /** Whether an answer that breaks the contract is answered 500 (true) or only logged. */
  readonly strict: boolean;
}

/** @throws the refusal InvalidRequest by the name of a parameter that the call does not take: its answer would not be to what was asked */
export const checkParameters = (call: Pick<ConsoleCall, 'query'>, query: unknown): void => {
  const known = call.query && 'entries' in call.query ? (call.query.entries as object) : {};
  const field = Object.keys(query ?? {}).find(name => !Object.hasOwn(known, name));
  if (field === undefined) return;
  throw refuse('InvalidRequest', { message: 'This call takes no parameter of this name.', data: { field } });
};

/** Adds the calls of the console that have a handler. */
export const addConsoleCalls = (
  server: FastifyInstance,
  handlers: Partial<ConsoleHandlers>,
  options: ConsoleRouteOptions,
): void => {
  server.decorateRequest('operator', undefined);
  for (const [name, call] of Object.entries<ConsoleCall>(consoleCalls)) {
    const handler = handlers[name as ConsoleCallName] as ConsoleHandler<ConsoleCall> | undefined;
    if (handler) addConsoleCall(server, name, call, handler, options);
  }
};

const addConsoleCall = (
  server: FastifyInstance,
  name: string,
  call: ConsoleCall,
  handler: ConsoleHandler<ConsoleCall>,
  options: ConsoleRouteOptions,
): void => {
  const { db, now, cookies, cursors, issuer, strict } = options;

  const recordRefusal = (request: FastifyRequest, error: unknown, concerned?: string): Promise<void> =>
    recordFailure({ db, now }, request, error, { call: name, concerned });

  const authorise = async (request: FastifyRequest): Promise<void> => {
    try {
      if (call.role === 'none') checkOrigin(request, issuer);
      else await authoriseOperator(request, options, { role: call.role, beforeSetup: call.beforeSetup });
    } catch (error) {
      await recordRefusal(request, error);
      throw error;
    }
  };

  server.route({
    method: call.method,
    url: call.path,
    onRequest: authorise,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { operator } = request;
      checkParameters(call, request.query);
      const given = readInput(call, request);
      const viewer = operator?.role === 'viewer' ? operator : undefined;
      const read = viewer ? { ...given, query: maskForViewer(name, viewer, given.query) } : given;
      // After the input, so that what is filled in wrongly is said before the operator proves themselves.
      if (call.proof && operator) requireFreshProof(operator, now());
      let audited = false;
      let concerned: string | undefined;
      const set: string[] = [];
      const signal = closeSignal(reply);
      const input = {
        ...read,
        operator,
        signal,
        concerns: operatorId => {
          concerned = operatorId;
        },
        cursors: (...order) => cursors(name, operator?.role ?? 'none', ...order),
        audit: async (trx, facts = {}) => {
          audited = true;
          const act = facts.act ?? call.act ?? call.view;
          if (act === undefined) throw new Error(`${name} has no act, and writes to the audit log.`);
          const by = facts.by ?? operator;
          await (facts.look ? writeLook : writeAudit)(trx, {
            ...facts,
            ...(by ? { by } : {}),
            act: facts.look ? LOOK : act,
            at: now(),
            address: read.ip,
            requestId: request.id,
          });
        },
        setSession: session => {
          set.push(cookies.setSession(session));
          if (session) set.push(cookies.setDevice(session.operatorId));
        },
      } as ConsoleInput;
      let data: unknown;
      try {
        data = await handler(input);
      } catch (error) {
        if (!signal.aborted || error !== signal.reason) {
          await recordRefusal(request, error, concerned);
          throw error;
        }
        request.log.info({ method: call.method, route: call.path }, 'the client closed the connection');
        return reply.hijack();
      }
      if (call.act !== undefined && !audited) await input.audit(db);
      // After the handler, because a refused call must not set cookies.
      if (set.length > 0) reply.header('set-cookie', set);
      const answer = validateAnswer(name, call, data, strict, request);
      return { data: viewer ? maskForViewer(name, viewer, answer) : answer };
    },
  });
};
