/** Binds the calls of the contract to fastify: authorise, validate, handle, answer. */
import { type Call, type CallForm, type CallName, calls } from '@rollcall/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { clientOf } from './client-headers.ts';
import { isSharedCall } from './shared-device.ts';
import { validateInput } from './validate.ts';
import type { Caller, CallOutcome, Handler, Handlers, Input, OnCallEnd } from './handler.ts';
import { acceptedLanguage } from './language.ts';
import { type Identifier, readIdentifier } from '../platform/identifier.ts';
import { Refusal, refuse } from '../platform/refusal.ts';
import { authoriseService, type Service, type ServiceSecret } from './services.ts';
import { plainIp } from './trust.ts';
import { userAgentOf } from './user-agent.ts';

/**
 * Resolves the caller of an Authorization header.
 * @param options.waiting whether the call is open to a person who has to say their age, or waits for a guardian
 * @throws the refusals TokenInvalid (absent, malformed, expired or ended session), AccountBlocked, AgeRequired and
 * GuardianRequired
 */
export type Authorise = (
  authorization: string | undefined,
  options?: { readonly waiting?: boolean },
) => Promise<Caller>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    service: Service | undefined;
  }
}

export interface RouteOptions {
  readonly authorise: Authorise;
  /** The secrets of services. @default none */
  readonly services?: readonly ServiceSecret[];
  /** Whether an answer that breaks the contract is answered 500 (true) or only logged. */
  readonly strict: boolean;
  /** Observers of the end of each call. */
  readonly onCallEnd?: readonly OnCallEnd[];
}

/**
 * Adds every call of the contract. The token is checked before the body is read; answers contain only what the contract
 * declares.
 */
export const addCalls = (
  server: FastifyInstance,
  handlers: Handlers<CallName>,
  options: RouteOptions,
): void => {
  decorate(server);
  // The input of each handler is built from the same call of the contract as its type.
  for (const [name, call] of Object.entries<Call>(calls)) {
    addCall(server, name, call, handlers[name as CallName], options);
  }
};

const decorate = (server: FastifyInstance): void => {
  if (server.hasRequestDecorator('caller')) return;
  server.decorateRequest('caller', undefined);
  server.decorateRequest('service', undefined);
};

/** Adds one call; exported for tests with their own calls. */
export const addCall = (
  server: FastifyInstance,
  name: string,
  call: Call,
  handler: Handler<Call>,
  { authorise, services = [], strict, onCallEnd = [] }: RouteOptions,
): void => {
  decorate(server);
  if (call.upload) acceptUploads(server, call.upload.types);
  server.route({
    method: call.method,
    url: call.path,
    ...(call.upload ? { bodyLimit: call.upload.limit } : {}),
    onRequest: async request => {
      const { authorization } = request.headers;
      if (call.token === 'service') request.service = authoriseService(request, services);
      if (call.token === 'required' || (call.token === 'optional' && authorization !== undefined)) {
        request.caller = await authorise(authorization, { waiting: call.waiting ?? false });
      }
    },
    handler: async (request, reply) => {
      const input = inputOf(call, request, reply);
      const ended = async (outcome: CallOutcome): Promise<void> => {
        for (const observe of onCallEnd) {
          try {
            await observe(name, call, input, outcome);
          } catch (error) {
            // The call has ended: what counts it must not change its answer.
            request.log.error({ err: error, call: name }, 'an observer of calls failed');
          }
        }
      };
      let data: unknown;
      try {
        data = await handler(input);
      } catch (error) {
        await ended(error instanceof Refusal ? error : 'fault');
        throw error;
      }
      await ended('ok');
      reply.header('cache-control', 'no-store');
      return { data: validateAnswer(name, call, data, strict, request) };
    },
  });
};

/** Reads bodies of these types as buffers; routes without `upload` refuse them when they validate. */
const acceptUploads = (server: FastifyInstance, types: readonly string[]): void => {
  for (const type of types) {
    if (server.hasContentTypeParser(type)) continue;
    server.addContentTypeParser(type, { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  }
};

const uploaded = (body: unknown): Uint8Array => {
  if (body instanceof Uint8Array) return body;
  throw refuse('WrongType', { message: 'The body must be a file of a type that this call takes.' });
};

const inputOf = (call: Call, request: FastifyRequest, reply: FastifyReply): Input => {
  const { body: _, ...form } = call;
  const read = readInput(call.upload ? form : call, request);
  const input = {
    ...read,
    ...(call.upload ? { body: uploaded(request.body) } : {}),
    identifier: identifierOf(call, read.body ?? read.query),
    caller: request.caller,
    service: request.service,
    setCookie: (cookie: string) => void reply.header('set-cookie', cookie),
  };
  return input as Input;
};

/**
 * The person whom a call is about, by the field that its `identifier` names.
 * @param fields the checked body, or the query where there is no body
 */
export const identifierOf = ({ identifier }: Call, fields: unknown): Identifier | undefined => {
  if (identifier === undefined) return undefined;
  const value = (fields as Readonly<Partial<Record<string, unknown>>> | undefined)?.[identifier];
  return typeof value === 'string' ? readIdentifier(identifier, value) : undefined;
};

/** The handler's input of a request, with validated body and query. @throws Refusal of the first invalid field */
export const readInput = (call: CallForm, request: FastifyRequest) => ({
  body: call.body && validateInput(call.body, request.body),
  query: call.query && validateInput(call.query, request.query),
  ip: plainIp(request.ip),
  userAgent: userAgentOf(request),
  client: clientOf(request.headers, isSharedCall(request)),
  language: acceptedLanguage(request.headers['accept-language']),
  header: (name: string) => {
    const value = request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  },
  log: request.log,
});

/** Strips an answer to what the contract declares. @throws Error if it breaks the contract and `strict` is set */
export const validateAnswer = (
  name: string,
  call: CallForm,
  data: unknown,
  strict: boolean,
  request: FastifyRequest,
): unknown => {
  const checked = v.safeParse(call.answer, data, { abortEarly: true });
  if (checked.success) return checked.output;
  // Path and expected type only; the value may be personal data.
  const [issue] = checked.issues;
  const broken = `The answer of ${name} breaks the contract at "${v.getDotPath(issue) ?? ''}": expected ${issue.expected ?? issue.type}.`;
  if (strict) throw new Error(broken);
  request.log.error(broken);
  return data;
};
