/**
 * Adds a route for every call of `/api/v1`: checks the token, its address, its limit and its scope, then runs the console's handler. The
 * token's purpose is the reason of all that it does.
 */
import { type ApiCall, type ApiCallName, apiCalls } from '@rollcall/contract/api';
import type { ConsoleCall } from '@rollcall/contract/console';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type {
  ApiHandlers,
  ConsoleHandler,
  ConsoleHandlers,
  ConsoleInput,
  SignedInOperator,
} from '../../http/console-handler.ts';
import { readInput, validateAnswer } from '../../http/routes.ts';
import type { ServiceCaller } from '../../identity/service-tokens.ts';
import { maskText } from '../../platform/mask.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit, writeLook } from './audit.ts';
import { recordFailure } from './audit-failures.ts';
import { authoriseSoftware } from './authorise.ts';
import { closeSignal } from './close-signal.ts';
import { maskForViewer } from './masking.ts';
import { checkParameters, type ConsoleRouteOptions } from './routes.ts';
import { openForPurpose, traceActs } from './service-caller.ts';
import { isDoneAlready, writeOnce, type WriteOnce } from './write-once.ts';

export type ApiRouteOptions = Pick<ConsoleRouteOptions, 'db' | 'now' | 'cursors' | 'strict'>;

/** Adds the calls that have a handler. */
export const addApiCalls = (
  server: FastifyInstance,
  handlers: Partial<ConsoleHandlers & ApiHandlers>,
  options: ApiRouteOptions,
): void => {
  server.decorateRequest('serviceCaller', undefined);
  for (const [name, call] of Object.entries<ApiCall>(apiCalls)) {
    const handler = handlers[name as ApiCallName] as ConsoleHandler<ConsoleCall> | undefined;
    if (handler) addApiCall(server, name, call, handler, options);
  }
};

/** The person whom a call is about. */
const personOf = ({
  body,
  query,
}: {
  readonly body: unknown;
  readonly query: unknown;
}): string | undefined => {
  const { id } = { ...(query as object | undefined), ...(body as object | undefined) } as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
};

const addApiCall = (
  server: FastifyInstance,
  name: string,
  call: ApiCall,
  handler: ConsoleHandler<ConsoleCall>,
  options: ApiRouteOptions,
): void => {
  const { db, now, cursors, strict } = options;

  server.route({
    method: call.method,
    url: call.path,
    onRequest: (request, reply) =>
      authoriseSoftware(request, reply, options, { call: name, scope: call.scope }),
    handler: async (request, reply) => {
      const caller = request.serviceCaller as ServiceCaller;
      const operator = request.operator as SignedInOperator;
      reply.header('cache-control', 'no-store');
      checkParameters(call, request.query);
      const given = readInput(call, request);
      const read =
        operator.role === 'viewer' ? { ...given, query: maskForViewer(name, operator, given.query) } : given;
      const key = call.act === undefined ? undefined : read.header('idempotency-key');
      const once =
        key === undefined
          ? undefined
          : writeOnce(db, { tokenId: caller.id, given: key, call: name, body: read.body, at: now() });
      const replayed = async (): Promise<{ readonly data: unknown } | undefined> => {
        const answer = await once?.earlier();
        if (answer === undefined) return undefined;
        reply.header('idempotency-replayed', 'true');
        return { data: answer };
      };
      const earlier = await replayed();
      if (earlier) return earlier;

      const entry = { by: operator, at: now(), address: read.ip, requestId: request.id };
      const person = personOf(read);
      if (operator.service?.minors && person !== undefined) await openForPurpose(db, person, caller, entry);
      const signal = closeSignal(reply);
      const input = {
        ...read,
        // Calls that an operator gives a reason for.
        ...(call.body && { body: { ...(read.body as object), reason: caller.purpose } }),
        operator,
        signal,
        concerns: () => {},
        cursors: (...order: readonly string[]) => cursors('api', name, ...cursorScope(operator), ...order),
        audit: auditor(call, caller, entry, once),
        setSession: () => {},
      } as unknown as ConsoleInput;
      let data: unknown;
      try {
        data = await handler(input);
      } catch (error) {
        if (signal.aborted && error === signal.reason) return reply.hijack();
        // Whatever the second of two was refused for, the first has done it.
        const first = isDoneAlready(error) || error instanceof Refusal ? await replayed() : undefined;
        if (first) return first;
        await recordFailure({ db, now }, request, error, { call: name });
        throw error;
      }
      const trace = traceActs[call.scope];
      if (trace !== undefined) {
        const after = { reason: maskText(caller.purpose) };
        await writeLook(db, { ...entry, act: trace, subject: caller.id, after });
      }
      const answer = validateAnswer(name, call, data, strict, request);
      // An answer to a write has ids and figures alone, and is the same when it is sent again.
      const masked = operator.role === 'viewer' && call.act === undefined;
      return { data: masked ? maskForViewer(name, operator, answer) : answer };
    },
  });
};

/** A list goes on for another token that sees the same, such as the next one of the same software. */
const cursorScope = ({ role, service }: SignedInOperator): string[] => [
  role,
  String(service?.minors ?? false),
];

/**
 * Writes what was done in its transaction: the entry of the audit log, and what the answer to the same request will be. An answer says no
 * more than the entry: the id of the object that was made, and the values after the act.
 */
const auditor =
  (
    call: ApiCall,
    caller: ServiceCaller,
    entry: {
      readonly by: SignedInOperator;
      readonly at: number;
      readonly address: string;
      readonly requestId: string;
    },
    once: WriteOnce | undefined,
  ): ConsoleInput['audit'] =>
  async (trx, facts = {}) => {
    const act = call.act ?? call.view;
    if (act === undefined) throw new Error(`${call.path} has no act, and writes to the audit log.`);
    const after = { reason: maskText(caller.purpose), ...facts.after };
    await writeAudit(trx, { ...facts, ...entry, act, after });
    await once?.done(trx, v.parse(call.answer, { id: facts.subject, ...facts.after }));
  };
