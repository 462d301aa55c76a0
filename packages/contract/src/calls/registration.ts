/** Registration by phone. */
import * as v from 'valibot';
import { sent, signedIn } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { stepTicket } from '../second-factor.ts';
import { accounts } from './paths.ts';

export const sendRegisterCaptcha = {
  summary: 'Sends a code to a number that has no account yet.',
  method: 'POST',
  path: accounts('captcha/register/phone/with-agreement'),
  token: 'none',
  identifier: 'phone_number',
  sends: { purpose: 'register', channel: 'sms', pid: 'body' },
  body: v.object({ phone_number: f.phoneNumber, pid: f.pid }),
  answer: sent,
  refusals: [
    'InvalidPhoneNumber',
    'IllegalPid',
    'PhoneRegistered',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;

export const registerByPhone = {
  summary: 'Creates the account of a phone number, signs the given agreements and signs the account in.',
  method: 'POST',
  path: accounts('register/phone/with-agreement'),
  token: 'none',
  identifier: 'phone_number',
  body: v.object({
    phone_number: f.phoneNumber,
    captcha: f.code,
    password: f.password,
    agreement_ids: f.agreementIds,
    pid: f.pid,
  }),
  answer: signedIn,
  refusals: [
    'InvalidPhoneNumber',
    'InvalidCaptcha',
    'InvalidPassword',
    'PasswordTooCommon',
    'EmptyAgreementIds',
    'AgreementsOutdated',
    'IllegalPid',
    'CaptchaMismatch',
    'PhoneRegistered',
    'SecondFactorRequired',
  ],
} as const satisfies Call;

export const enrolByPhone = {
  summary:
    'Creates the account of the number that `loginSilently` proved, signs the given agreements and signs the account in. With the ticket in the `data` of EnrolmentRequired (10 minutes, once); the password may be left out.',
  method: 'POST',
  path: accounts('phone/enrol'),
  token: 'none',
  body: v.object({
    ticket: stepTicket,
    agreement_ids: f.agreementIds,
    password: v.optional(f.password),
  }),
  answer: signedIn,
  refusals: [
    'InvalidPassword',
    'PasswordTooCommon',
    'EmptyAgreementIds',
    'AgreementsOutdated',
    'WrongTicket',
    'PhoneRegistered',
    'SecondFactorRequired',
  ],
} as const satisfies Call;
