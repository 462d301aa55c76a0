/** The devices that an account is signed in on: its sessions. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { Call } from '../call.ts';
import { accounts } from './paths.ts';

/** Milliseconds since 1970. */
const time = /* @__PURE__ */ v.number();
const name = /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.string());

export const getDevices = {
  summary: 'Every session of the account that has not ended, the one used last first.',
  method: 'GET',
  path: /* @__PURE__ */ accounts('devices'),
  token: 'required',
  answer: /* @__PURE__ */ v.array(
    /* @__PURE__ */ v.object({
      id: /* @__PURE__ */ v.string(),
      /** The session that asks. */
      current: /* @__PURE__ */ v.boolean(),
      /** As the browser names itself; null where it says nothing that is known. */
      browser: name,
      system: name,
      kind: /* @__PURE__ */ v.picklist(['desktop', 'phone', 'tablet', 'other']),
      /** The IP address that it signed in from. */
      address: /* @__PURE__ */ v.string(),
      created_at: time,
      /** When its tokens were last renewed, within an hour of its last use. */
      last_used_at: time,
    }),
  ),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const endDevice = {
  summary: "Ends one of the account's sessions; one that has ended stays so.",
  method: 'POST',
  path: /* @__PURE__ */ accounts('devices/end'),
  token: 'required',
  body: /* @__PURE__ */ v.object({ id: /* @__PURE__ */ v.pipe(v.string(), /* @__PURE__ */ v.uuid()) }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const endOtherDevices = {
  summary: "Ends all of the account's sessions but the one that asks.",
  method: 'POST',
  path: /* @__PURE__ */ accounts('devices/end-others'),
  token: 'required',
  answer: /* @__PURE__ */ v.object({ ended: /* @__PURE__ */ v.number() }),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
