/** Agreements and protocols. */
import * as v from 'valibot';
import { agreement, done } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

/** The language of the titles, and of the pages that the URLs lead to. Absent: that of Accept-Language. */
const language = v.optional(v.picklist(['zh-CN', 'en']));
const inForce = v.object({ pid: v.optional(f.pid), language });

export const getAgreements = {
  summary: 'The agreements in force for a pid.',
  method: 'GET',
  path: accounts('agreements'),
  token: 'none',
  query: inForce,
  answer: v.array(agreement),
  refusals: ['IllegalPid'],
} as const satisfies Call;

export const getAgreementsToSign = {
  summary: 'The agreements in force that require a signature, whoever asks.',
  method: 'GET',
  path: accounts('agreements/need-sign'),
  token: 'none',
  query: inForce,
  answer: v.array(agreement),
  refusals: ['IllegalPid'],
} as const satisfies Call;

export const getUnsignedAgreements = {
  summary:
    'The agreements in force that the caller has not signed; none under 14: new versions are asked of the guardian.',
  method: 'GET',
  path: accounts('agreements/unsigned'),
  token: 'required',
  query: inForce,
  answer: v.array(agreement),
  refusals: ['IllegalPid', 'TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const signAgreements = {
  summary:
    'Signs agreements. Stores account, agreement, version, time and IP address. Under 14 the guardian does so: this call, and one that signs on the way, such as a sign-in, records nothing of such a person.',
  method: 'POST',
  path: accounts('agreements/sign'),
  token: 'required',
  body: v.object({ agreement_ids: f.agreementIds, pid: f.pid }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'EmptyAgreementIds', 'IllegalPid'],
} as const satisfies Call;

export const getProtocols = {
  summary: 'The latest document for each code, published for the pid.',
  method: 'POST',
  path: accounts('protocol/list'),
  token: 'none',
  body: v.object({
    codeList: v.pipe(v.array(f.pid), v.minLength(1), v.maxLength(50)),
    pid: f.pid,
    language,
  }),
  answer: v.array(
    v.object({
      code: v.string(),
      version: v.number(),
      title: v.string(),
      url: v.string(),
    }),
  ),
  refusals: ['IllegalPid'],
} as const satisfies Call;
