/** Components around forms: agreements, the signed-in person, the challenge, consent. */
import {
  AgreementDialog,
  AgreementGate,
  Challenge,
  ConsentBanner,
  ConsentSettings,
  UserButton,
} from '@rollcall/react';
import { firstAgreement, PHONE } from '../written.ts';
import { submit, error, nothing, type Specimens } from './specimen.ts';

const user = () => (
  <UserButton account="#" signIn="#" items={[{ label: 'Badges', href: '#badges' }]} onSignedOut={nothing} />
);

const unsigned = { 'agreements/unsigned': { data: [firstAgreement] } };

export const aroundStates = {
  'agreement-gate': {
    asked: {
      draw: () => <AgreementGate />,
      signedIn: true,
      answers: unsigned,
      reach: hand => hand.see('[type=checkbox]'),
    },
    busy: {
      draw: () => <AgreementGate />,
      signedIn: true,
      answers: { ...unsigned, 'agreements/sign': 'never' },
      reach: async hand => {
        await hand.press('[type=checkbox]');
        await hand.press('section > button');
        await hand.see('[data-working]');
      },
    },
    refused: {
      draw: () => <AgreementGate />,
      signedIn: true,
      answers: { ...unsigned, 'agreements/sign': 'lost' },
      reach: async hand => {
        await hand.press('[type=checkbox]');
        await hand.press('section > button');
        await hand.see(error);
      },
    },
  },
  'agreement-dialog': {
    read: {
      draw: () => <AgreementDialog agreement={firstAgreement} onClose={nothing} />,
      reach: hand => hand.see('h3'),
    },
    loading: {
      draw: () => <AgreementDialog agreement={firstAgreement} onClose={nothing} />,
      answers: { '/gallery/terms': 'never' },
      reach: hand => hand.see('[aria-busy=true]'),
    },
    failed: {
      draw: () => <AgreementDialog agreement={firstAgreement} onClose={nothing} />,
      answers: { '/gallery/terms': 'lost' },
      reach: hand => hand.see(error),
    },
  },
  'user-button': {
    'signed-out': { draw: user, reach: hand => hand.see('a') },
    'signed-in': { draw: user, signedIn: true, reach: hand => hand.see('button') },
    open: {
      draw: user,
      signedIn: true,
      reach: async hand => {
        await hand.press('button');
        await hand.see('[role=menu]');
      },
    },
    busy: {
      draw: user,
      signedIn: true,
      answers: { 'accounts/logout': 'never' },
      reach: async hand => {
        await hand.press('button');
        await hand.press('[role=menu] button');
        await hand.see('[role=menu] [aria-disabled]');
      },
    },
    error: {
      draw: user,
      signedIn: true,
      answers: { 'accounts/logout': 'lost' },
      reach: async hand => {
        await hand.press('button');
        await hand.press('[role=menu] button');
        await hand.see(error);
      },
    },
  },
  challenge: {
    open: { draw: () => <Challenge scene="lesson" identity={PHONE} /> },
    disabled: { draw: () => <Challenge scene="lesson" identity="" disabled /> },
    busy: {
      draw: () => <Challenge scene="lesson" identity={PHONE} />,
      answers: { 'captcha/rule/v3': 'never' },
      reach: async hand => {
        await hand.press('button');
        await hand.see('[data-state=checking]');
      },
    },
    done: {
      draw: () => <Challenge scene="lesson" identity={PHONE} />,
      answers: { 'captcha/rule/v3': { data: { rule: 'DEFAULT', ticket: 'written' } } },
      reach: async hand => {
        await hand.press('button');
        await hand.see('[data-state=verified]');
      },
    },
    error: {
      draw: () => <Challenge scene="lesson" identity={PHONE} />,
      answers: { 'captcha/rule/v3': { status: 500, code: 'RC_500' } },
      reach: async hand => {
        await hand.press('button');
        await hand.see(error);
      },
    },
  },
  'consent-banner': {
    asked: { draw: () => <ConsentBanner />, reach: hand => hand.see('section') },
    choosing: {
      draw: () => <ConsentBanner />,
      reach: async hand => {
        await hand.press('button[aria-expanded]');
        await hand.see('[type=checkbox]');
      },
    },
  },
  'consent-settings': {
    nothing: { draw: () => <ConsentSettings /> },
    saved: {
      draw: () => <ConsentSettings />,
      reach: async hand => {
        await hand.press('[name=event]');
        await hand.press(submit);
        await hand.see('[aria-live]:not(:empty)');
      },
    },
  },
} as const satisfies Specimens;
