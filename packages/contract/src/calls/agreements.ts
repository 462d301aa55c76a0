/** Agreements and protocols. */
import * as v from 'valibot';
import { agreement, done } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

const ofPid = /* @__PURE__ */ v.object({ pid: /* @__PURE__ */ v.optional(f.pid) });

export const getAgreements = {
  summary: 'The agreements in force for a pid.',
  method: 'GET',
  path: /* @__PURE__ */ accounts('agreements'),
  token: 'none',
  query: ofPid,
  answer: /* @__PURE__ */ v.array(agreement),
  refusals: ['IllegalPid'],
} as const satisfies Call;

export const getUnsignedAgreements = {
  summary: 'The agreements in force that the caller has not signed; all of them for a visitor.',
  method: 'GET',
  path: /* @__PURE__ */ accounts('agreements/need-sign'),
  token: 'optional',
  query: ofPid,
  answer: /* @__PURE__ */ v.array(agreement),
  refusals: ['IllegalPid', 'TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const signAgreements = {
  summary: 'Signs agreements. Stores account, agreement, version, time and IP address.',
  method: 'POST',
  path: /* @__PURE__ */ accounts('agreements/sign'),
  token: 'required',
  body: /* @__PURE__ */ v.object({ agreement_ids: f.agreementIds, pid: f.pid }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'EmptyAgreementIds', 'IllegalPid'],
} as const satisfies Call;

export const getProtocols = {
  summary: 'The latest document for each code, published for the pid.',
  method: 'POST',
  path: /* @__PURE__ */ accounts('protocol/list'),
  token: 'none',
  body: /* @__PURE__ */ v.object({
    codeList: /* @__PURE__ */ v.pipe(
      /* @__PURE__ */ v.array(f.pid),
      /* @__PURE__ */ v.minLength(1),
      /* @__PURE__ */ v.maxLength(50),
    ),
    pid: f.pid,
  }),
  answer: /* @__PURE__ */ v.array(
    /* @__PURE__ */ v.object({
      code: /* @__PURE__ */ v.string(),
      version: /* @__PURE__ */ v.number(),
      title: /* @__PURE__ */ v.string(),
      url: /* @__PURE__ */ v.string(),
    }),
  ),
  refusals: ['IllegalPid'],
} as const satisfies Call;
