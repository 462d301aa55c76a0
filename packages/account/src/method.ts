import { type Call, fieldMessage, fieldRefusal } from '@rollcall/contract';
import type { Auth } from './client.ts';
import type { CallOptions, ClientMethod } from './call-types.ts';
import type { Effect } from './effects.ts';
import { AuthError } from './errors.ts';
import { request } from './request.ts';
import { withToken } from './token-attempt.ts';

/** The part of a valibot schema that is used here; valibot's own parsers stay out of the bundle. */
interface Checkable {
  readonly entries?: object;
  readonly '~standard': { validate(value: unknown): unknown };
}
interface Checked {
  readonly value?: object;
  readonly issues?: readonly {
    readonly message: string;
    readonly input?: unknown;
    readonly path?: readonly { readonly key: unknown }[];
  }[];
}

/**
 * Fills in omitted fields and checks all fields against the contract (specification, section 5), but for those that the
 * call leaves to the server.
 *
 * @returns the fields to send: those of the call's schema, with defaults
 * @throws AuthError with the message and code of the first invalid field
 */
const check = (
  { body, query, unchecked = [] }: Call,
  { params, tokens }: Auth,
  fields?: object,
): object | undefined => {
  const schema = (body ?? query) as Checkable | undefined;
  if (!schema) return;
  const filled: Record<string, unknown> = {
    pid: params.pid,
    // Without a stored token the server refuses the placeholder by the right name.
    refresh_token: tokens.read().refresh ?? '-',
  };
  const all: Record<string, unknown> = { ...fields };
  const asGiven = Object.fromEntries(unchecked.map(field => [field, all[field]]));
  for (const field of unchecked) all[field] = undefined;
  // A missing field is set to undefined, so that its message is the same as an invalid field's. null clears a field.
  for (const field in schema.entries) if (all[field] === undefined) all[field] = filled[field];
  const { value, issues } = schema['~standard'].validate(all) as Checked;
  const issue = issues?.[0];
  if (issue) {
    const field = String(issue.path?.[0]?.key);
    throw new AuthError(fieldRefusal(field, issue.message) ?? 'Unknown', fieldMessage(field, issue));
  }
  return { ...value, ...asGiven };
};

const perform = async (
  call: Call,
  effect: Effect | undefined,
  auth: Auth,
  fields?: object,
  options: CallOptions = {},
): Promise<unknown> => {
  const { tokens } = auth;
  // Checked before a token is requested: an invalid field costs no request.
  check(call, auth, fields);
  const act = effect ? ++tokens.acts.begun : 0;
  return withToken(auth, call, options.retries, held => {
    const { refresh } = tokens.read();
    // Checked again: the refresh token that is filled in may have changed.
    const answer = request(auth, call, check(call, auth, fields), options, held);
    return effect ? effect(answer, tokens, act, refresh) : answer;
  });
};

/**
 * Makes a function of this library from a call of the contract.
 *
 * @param effect how the answer changes the stored tokens
 */
export const method =
  <C extends Call>(call: C, effect?: Effect): ClientMethod<C> =>
  (auth: Auth, fields?: object, options?: CallOptions) =>
    perform(call, effect, auth, fields, options);
