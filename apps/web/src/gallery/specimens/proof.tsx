/** The dialog that asks for a fresh proof, because a call was refused without one. */
import { BindPhone } from '@rollcall/react';
import type { Answers } from '../network.ts';
import type { Hand } from '../hand.ts';
import { PHONE } from '../written.ts';
import { manyFactors } from '../written-second-factor.ts';
import { error, sendCode, type Specimen, type Specimens, submit } from './specimen.ts';

const way = (name: string, to: string | null = null) => ({ way: name, to });
const password = way('password');
const every = [
  way('second-factor'),
  password,
  way('phone', '138****8000'),
  way('email', 'p***@school.example'),
  way('wechat'),
];
/** The dialog over a form whose call was refused, and what is done there. */
const proof = (
  ways: readonly object[] | 'never' | 'lost',
  then: (hand: Hand) => Promise<void> = hand => hand.see('dialog form'),
  answers: Answers = {},
): Specimen => ({
  draw: () => <BindPhone />,
  signedIn: true,
  answers: {
    'captcha/phone/bind': { status: 403, code: 'RC_281' },
    'accounts/proof/ways': typeof ways === 'string' ? ways : { data: { proved_until: null, ways } },
    'accounts/second-factors': { data: manyFactors },
    'captcha/proof': { data: { retry_after: 60, expires_in: 600 } },
    ...answers,
  },
  reach: async hand => {
    await hand.type('phone_number', PHONE);
    await hand.press(sendCode);
    await hand.see('dialog[open]');
    await then(hand);
  },
});
const typePassword = async (hand: Hand) => {
  await hand.type('password', 'Tree-house9');
  await hand.press(submit);
};

export const proofStates = {
  proof: {
    loading: proof('never', hand => hand.see('dialog p[aria-live]')),
    unreached: proof('lost', hand => hand.see(`dialog ${error}`)),
    password: proof([password]),
    'wrong-password': proof(
      [password],
      async hand => {
        await typePassword(hand);
        await hand.see('dialog [aria-invalid]');
      },
      { 'accounts/proof/password': { status: 400, code: 'AC3_2' } },
    ),
    busy: proof(
      [password],
      async hand => {
        await typePassword(hand);
        await hand.see('dialog [data-working]');
      },
      { 'accounts/proof/password': 'never' },
    ),
    ways: proof(every, hand => hand.see('dialog form [name=captcha]')),
    'second-factor': proof([way('second-factor')], hand => hand.see('dialog form [name=captcha]')),
    code: proof([way('phone', '138****8000')]),
    'code-sent': proof([way('email', 'p***@school.example')], async hand => {
      await hand.press(sendCode);
      await hand.see('[class*=head] button:disabled');
    }),
    'third-party': proof([way('wechat')], hand => hand.see('dialog button:enabled')),
    none: proof([], hand => hand.see('dialog button')),
  },
} as const satisfies Specimens;
