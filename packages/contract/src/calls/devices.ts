/** The devices that an account is signed in on, which are its sessions. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { Call } from '../call.ts';
import { accounts } from './paths.ts';

/** Milliseconds since 1970. */
const time = /* @__PURE__ */ v.number();
const name = /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.string());

export const getDevices = {
  summary: 'The active sessions of the account, the last used first.',
  method: 'GET',
  path: /* @__PURE__ */ accounts('devices'),
  token: 'required',
  answer: /* @__PURE__ */ v.array(
    /* @__PURE__ */ v.object({
      id: /* @__PURE__ */ v.string(),
      /** Whether it is the session of this request. */
      current: /* @__PURE__ */ v.boolean(),
      /** The browser, from its User-Agent; null if unknown. */
      browser: name,
      system: name,
      kind: /* @__PURE__ */ v.picklist(['desktop', 'phone', 'tablet', 'other']),
      /** The IP address of the sign-in. */
      address: /* @__PURE__ */ v.string(),
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
  path: /* @__PURE__ */ accounts('devices/end'),
  token: 'required',
  body: /* @__PURE__ */ v.object({ id: /* @__PURE__ */ v.pipe(v.string(), /* @__PURE__ */ v.uuid()) }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const endOtherDevices = {
  summary: "Ends all of the account's sessions except the one of this request.",
  method: 'POST',
  path: /* @__PURE__ */ accounts('devices/end-others'),
  token: 'required',
  answer: /* @__PURE__ */ v.object({ ended: /* @__PURE__ */ v.number() }),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
