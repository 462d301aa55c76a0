/** A route for every call of the contract: authorise, check, handle, answer. */
import { type Call, type CallForm, type CallName, calls } from '@rollcall/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { validateInput } from './validate.ts';
import type { Caller, Handler, Handlers, Input } from './handler.ts';
import { acceptedLanguage } from './language.ts';
import { refuse } from '../platform/refusal.ts';
import { plainAddress } from './trust.ts';

/**
 * Says who calls, by the Authorization header.
 * Throws TokenInvalid where the header is absent, malformed, expired or ended, AccountBlocked where it says so.
 */
export type Authorise = (authorization: string | undefined) => Promise<Caller>;

/** Characters of a User-Agent that handlers see. */
const USER_AGENT = 300;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

export interface RouteOptions {
  readonly authorise: Authorise;
  /** An answer that breaks the contract is a fault; else it is only logged. */
  readonly strict: boolean;
}

/**
 * Adds every call of the contract. The token is looked at before the body is read; answers carry what the contract
 * declares and nothing else.
 */
export const addCalls = (
  server: FastifyInstance,
  handlers: Handlers<CallName>,
  options: RouteOptions,
): void => {
  server.decorateRequest('caller', undefined);
  // Each handler takes the input of its own call; the routes make exactly that by the same row.
  for (const [name, call] of Object.entries<Call>(calls)) {
    addCall(server, name, call, handlers[name as CallName], options);
  }
};

/** Adds one call; exported for tests, which bring calls of their own. */
export const addCall = (
  server: FastifyInstance,
  name: string,
  call: Call,
  handler: Handler<Call>,
  { authorise, strict }: RouteOptions,
): void => {
  if (!server.hasRequestDecorator('caller')) server.decorateRequest('caller', undefined);
  if (call.upload) acceptUploads(server, call.upload.types);
  server.route({
    method: call.method,
    url: call.path,
    ...(call.upload ? { bodyLimit: call.upload.limit } : {}),
    onRequest: async request => {
      const { authorization } = request.headers;
      if (call.token === 'required' || (call.token === 'optional' && authorization !== undefined)) {
        request.caller = await authorise(authorization);
      }
    },
    handler: async (request, reply) => {
      const data = await handler(inputOf(call, request));
      reply.header('cache-control', 'no-store');
      return { data: validateAnswer(name, call, data, strict, request) };
    },
  });
};

/** Bodies of these types are read as they are; every other route refuses them by its own check. */
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

const inputOf = (call: Call, request: FastifyRequest): Input => {
  const { body: _, ...form } = call;
  const input = {
    ...readInput(call.upload ? form : call, request),
    ...(call.upload ? { body: uploaded(request.body) } : {}),
    caller: request.caller,
  };
  return input as Input;
};

/** What a request shows, with body and query checked by the call's form. @throws Refusal of the field that breaks its rule. */
export const readInput = (call: CallForm, request: FastifyRequest) => ({
  body: call.body && validateInput(call.body, request.body),
  query: call.query && validateInput(call.query, request.query),
  address: plainAddress(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT),
  language: acceptedLanguage(request.headers['accept-language']),
  header: (name: string) => {
    const value = request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  },
  log: request.log,
});

/** The answer as the contract declares it, and nothing else. @throws Error where it breaks the contract and `strict`. */
export const validateAnswer = (
  name: string,
  call: CallForm,
  data: unknown,
  strict: boolean,
  request: FastifyRequest,
): unknown => {
  const checked = v.safeParse(call.answer, data, { abortEarly: true });
  if (checked.success) return checked.output;
  // The path and what was expected, never the value.
  const [issue] = checked.issues;
  const broken = `The answer of ${name} breaks the contract at "${v.getDotPath(issue) ?? ''}": expected ${issue.expected ?? issue.type}.`;
  if (strict) throw new Error(broken);
  request.log.error(broken);
  return data;
};
