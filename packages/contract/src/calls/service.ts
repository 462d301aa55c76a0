/** Calls of a site's own servers, which name themselves by a service secret. No page makes them. */
import * as v from 'valibot';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';

export const spendCommonTicket = {
  summary: "Spends the ticket of a proved number for a site's own server, once.",
  method: 'POST',
  path: '/service/v1/tickets/common',
  token: 'service',
  body: v.object({
    /** As `captcha/common/check` answered it to a page whose Pid header names the service's pid. */
    ticket: f.opaque('ticket'),
  }),
  answer: v.object({
    /** The number that the person proved. */
    phone_number: v.string(),
  }),
  refusals: ['ServiceSecretInvalid', 'ServersOnly', 'TooManyAttempts', 'WrongTicket'],
} as const satisfies Call;
