/** Tells the watch what the account calls refuse: wrong passwords and wrong codes are a sign of who asks. */
import type { Call } from '@rollcall/contract';
import { readIdentity } from '../../identity/identifiers.ts';
import type { Handler, Input } from '../../http/handler.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Watch } from './risk-counters.ts';

/** The same handlers, watched. A wrong password is counted for its identity by the accounts themselves. */
export const watchFailures = <H extends object>(handlers: H, watch: Watch): H => {
  const watched = Object.entries(handlers).map(([name, handler]) => {
    const ask = handler as Handler<Call>;
    const observed: Handler<Call> = input =>
      ask(input).catch((error: unknown) => {
        if (error instanceof Refusal) note(error, input, watch);
        throw error;
      });
    return [name, observed];
  });
  return Object.fromEntries(watched) as H;
};

const note = ({ refusal }: Refusal, { body, address }: Input, watch: Watch): void => {
  if (refusal === 'WrongCredentials') watch.failedAt(address);
  if (refusal !== 'CaptchaMismatch') return;
  const { phone_number: phone, email } = (body ?? {}) as { phone_number?: unknown; email?: unknown };
  const typed = phone ?? email;
  if (typeof typed === 'string') watch.failed({ identity: readIdentity(typed), device: '', address });
  else watch.failedAt(address);
};
