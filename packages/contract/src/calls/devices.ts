/** The devices that an account is signed in on, which are its sessions. */
import * as v from 'valibot';
import { done, signInMethods } from '../answers.ts';
import type { Call } from '../call.ts';
import { accounts } from './paths.ts';

/** Milliseconds since 1970. */
const time = v.number();
const name = v.nullable(v.string());

export const getDevices = {
  summary: 'The active sessions of the account, the last used first.',
  method: 'GET',
  path: accounts('devices'),
  token: 'required',
  answer: v.array(
    v.object({
      id: v.string(),
      /** Whether it is the session of this request. */
      current: v.boolean(),
      /** The browser, from its User-Agent; null if unknown. */
      browser: name,
      system: name,
      kind: v.picklist(['desktop', 'phone', 'tablet', 'other']),
      /** The IP address of the sign-in. Rollcall has no table of places, so no place is said. */
      address: v.string(),
      /** How the person signed in; null for sessions that began before this was kept. */
      method: v.nullable(v.picklist(signInMethods)),
      /** Platform and product code of the site or app, as its client said at the sign-in; null where it said nothing. */
      platform: name,
      product: name,
      created_at: time,
      /** The last refresh of its tokens, within an hour of its last use. */
      last_used_at: time,
    }),
  ),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const endDevice = {
  summary: "Ends one of the account's sessions. An ended session is no error.",
  method: 'POST',
  path: accounts('devices/end'),
  token: 'required',
  body: v.object({ id: v.pipe(v.string(), v.uuid()) }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const endOtherDevices = {
  summary: "Ends all of the account's sessions except the one of this request.",
  method: 'POST',
  path: accounts('devices/end-others'),
  token: 'required',
  answer: v.object({ ended: v.number() }),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
