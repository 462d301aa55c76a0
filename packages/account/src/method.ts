import { type Call, fieldRefusal } from '@rollcall/contract';
import type { Auth } from './auth.ts';
import type { CallOptions, ClientMethod } from './call-types.ts';
import type { Effect } from './effects.ts';
import { AuthError, isError } from './errors.ts';
import { request } from './request.ts';
import type { UsableTokens } from './token-machine.ts';

/** The part of a valibot schema that is needed here, so that valibot's own parsers stay out of the bundle. */
interface Checkable {
  readonly entries?: object;
  readonly '~standard': { validate(value: unknown): unknown };
}
interface Checked {
  readonly value?: object;
  readonly issues?: readonly {
    readonly message: string;
    readonly path?: readonly { readonly key: unknown }[];
  }[];
}

/**
 * Fills in what the caller may leave out and checks the fields by the contract (section 5).
 *
 * @returns what to send: the fields that the call knows, with their defaults
 * @throws AuthError with the first broken field's message and code
 */
const check = ({ body, query }: Call, { params, tokens }: Auth, fields?: object): object | undefined => {
  const schema = (body ?? query) as Checkable | undefined;
  if (!schema) return;
  const filled: Record<string, unknown> = {
    pid: params.pid,
    // Where none is held the server says so.
    refresh_token: tokens.read().refresh ?? '-',
  };
  const all: Record<string, unknown> = { ...fields };
  // A field that is missing is there as undefined, so that the same message names it as one that is wrong.
  // null is not missing: it clears a field.
  for (const field in schema.entries) if (all[field] === undefined) all[field] = filled[field];
  const { value, issues } = schema['~standard'].validate(all) as Checked;
  const issue = issues?.[0];
  if (issue) throw new AuthError(fieldRefusal(String(issue.path?.[0]?.key)) ?? 'Unknown', issue.message);
  return value;
};

const perform = async (
  call: Call,
  effect: Effect | undefined,
  auth: Auth,
  fields?: object,
  options: CallOptions = {},
): Promise<unknown> => {
  const { params, tokens } = auth;
  // Before a token is asked for: a wrong field costs no request.
  check(call, auth, fields);
  const act = effect ? ++tokens.acts.begun : 0;
  const due = () => call.token === 'required' || (call.token === 'optional' && tokens.signedIn());
  let stale: string | undefined;
  for (let left = options.retries ?? 2; ; left--) {
    const held: UsableTokens | undefined =
      (params.auth_version ?? 1) && due()
        ? await tokens.present(stale).catch((error): undefined => {
            // A call that anybody may make goes on as anybody, once the tokens are gone.
            if (due()) throw error;
          })
        : undefined;
    const { refresh } = tokens.read();
    try {
      // The token may be another one now, and with it the fields that are filled in.
      const answer = request(auth, call, check(call, auth, fields), options, held);
      return await (effect ? effect(answer, tokens, act, refresh) : answer);
    } catch (error) {
      if (!held || left <= 0 || !isError(error, 'TokenInvalid')) throw error;
      stale = held.access;
    }
  }
};

/**
 * A call of the contract as a function of this library.
 *
 * @param effect what its answer does to the tokens
 */
export const method =
  <C extends Call>(call: C, effect?: Effect): ClientMethod<C> =>
  (auth: Auth, fields?: object, options?: CallOptions) =>
    perform(call, effect, auth, fields, options);
