/** Binding a number, and returning from WeChat. */
import { beginThirdParty } from '@rollcall/account';
import {
  BindPhone,
  ThirdPartyButtons,
  ThirdPartyFinish,
  ThirdPartyReturn,
  useRollcall,
} from '@rollcall/react';
import { useState } from 'react';
import type { Answers } from '../network.ts';
import { PHONE, writtenWechat } from '../written.ts';
import { sendCode, error, type Specimen, type Specimens } from './specimen.ts';

/** A person who left for WeChat from here and was sent back. */
function Returned({ answer, intent = 'sign-in' }: { answer: string; intent?: 'sign-in' | 'bind' }) {
  const { auth } = useRollcall();
  const [address] = useState(() => {
    if (!auth) return '';
    const to = beginThirdParty(auth, writtenWechat, { intent, returnTo: '/' });
    return `${location.origin}/oauth/wechat?${answer}state=${to.searchParams.get('state') ?? ''}`;
  });
  return <ThirdPartyFinish provider="wechat" address={address} home="#" signIn="#" />;
}
/** WeChat's answer about who came back. */
const prepared: Answers = { 'oauth/bind/prepare': { data: { bind_ticket: 'ticket', nickname: '小林' } } };
/** The state after WeChat's answer. */
const returned = (state: Answers[string] | 'denied', intent?: 'bind'): Specimen => ({
  draw: () => <Returned answer={state === 'denied' ? '' : 'code=1&'} {...(intent ? { intent } : {})} />,
  ...(state === 'denied'
    ? {}
    : { answers: intent ? { ...prepared, 'oauth/bind': state } : { 'oauth/wechat': state } }),
  ...(intent ? { signedIn: true } : {}),
  reach: async hand => {
    if (intent) await hand.press('[data-confirm] button');
    await hand.see('[data-end] ~ div a, [data-end] ~ div button, [data-bound], [data-here]');
  },
});

export const thirdPartyStates = {
  'bind-phone': {
    empty: { draw: () => <BindPhone />, signedIn: true },
    refused: {
      draw: () => <BindPhone />,
      signedIn: true,
      answers: { 'captcha/phone/bind': { status: 409, code: 'AC3_18' } },
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.press(sendCode);
        await hand.see(error);
      },
    },
    busy: {
      draw: () => <BindPhone />,
      signedIn: true,
      answers: { 'accounts/phone/bind': 'never' },
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.type('captcha', '123456');
        await hand.see('[data-working]');
      },
    },
    done: {
      draw: () => <BindPhone />,
      signedIn: true,
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.type('captcha', '123456');
        await hand.see('[data-done]');
      },
    },
  },
  'third-party-buttons': {
    ready: { draw: () => <ThirdPartyButtons returnTo="/" />, reach: hand => hand.see('section button') },
    'last-used': {
      draw: () => {
        localStorage.setItem('rollcall.last_way', 'wechat');
        return <ThirdPartyButtons returnTo="/" />;
      },
      reach: hand => hand.see('section button'),
    },
  },
  'third-party-return': {
    forged: {
      draw: () => (
        <ThirdPartyReturn
          provider="wechat"
          address={`${location.origin}/oauth/wechat?code=1&state=forged`}
          home="#"
          signIn="#"
        />
      ),
      reach: hand => hand.see(error),
    },
    denied: returned('denied'),
    refused: returned({ status: 400, code: 'C_2' }),
    down: returned({ status: 502, code: 'C_2' }),
    expired: returned({ status: 400, code: 'AC3_14' }),
    blocked: returned({ status: 403, code: 'AC3_20' }),
    taken: returned({ status: 409, code: 'AC3_15' }, 'bind'),
    bound: returned({ data: {} }, 'bind'),
    phone: {
      ...returned({ status: 403, code: 'AC3_7', more: { data: { oauth_ticket: 'written' } } }),
      reach: hand => hand.see('[name=phone_number]'),
    },
    working: { ...returned('never'), reach: hand => hand.see('p[aria-live]') },
    lost: { ...returned('lost'), reach: hand => hand.see(error) },
  },
} as const satisfies Specimens;
