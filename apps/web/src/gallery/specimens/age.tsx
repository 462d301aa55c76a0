/** The questions about age, on a page of their own and after a sign-in. */
import { AgeQuestions, SignIn } from '@rollcall/react';
import type { Hand } from '../hand.ts';
import { PHONE, tokens } from '../written.ts';
import { writtenWait } from '../written-minors.ts';
import { error, nothing, slow, type Specimens, submit } from './specimen.ts';

const age = () => <AgeQuestions onDone={nothing} />;
const asksYear = { asks: true, birth_year: null, child: false, guardian: null };
const asksGuardian = { ...writtenWait, guardian: { ...writtenWait.guardian, code: null } };
/** A number that the server does not take. */
const sendLink = async (hand: Hand) => {
  await hand.type('phone_number', PHONE);
  await hand.press(submit);
  await hand.see(error);
};

export const ageStates = {
  'sign-in-age': {
    // the form of sign-in asks by itself
    year: {
      draw: () => <SignIn signUp="#" />,
      answers: {
        'phone/login/silence': {
          data: { auth: { account_id: '1024', created: false, token: tokens, requires: 'age' } },
        },
        'accounts/age': { data: asksYear },
      },
      reach: async hand => {
        await hand.type('identity', PHONE);
        await hand.type('captcha', '123456');
        await hand.see('dialog select');
      },
    },
    waiting: {
      draw: () => <SignIn signUp="#" />,
      answers: {
        'phone/login/silence': {
          data: { auth: { account_id: '1024', created: false, token: tokens, requires: 'guardian' } },
        },
        'accounts/age': { data: writtenWait },
      },
      reach: async hand => {
        await hand.type('identity', PHONE);
        await hand.type('captcha', '123456');
        await hand.see('dialog output');
      },
    },
  },
  age: {
    year: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: asksYear } },
      reach: hand => hand.see('select'),
    },
    sure: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: asksYear } },
      reach: hand => hand.type('birth_year', '2017'),
    },
    unsaved: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: asksYear }, 'POST accounts/age': 'lost' },
      reach: async hand => {
        await hand.type('birth_year', '2017');
        await hand.press(submit);
        await hand.see(error);
      },
    },
    'said-before': {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: asksYear }, 'POST accounts/age': { status: 409, code: 'RC_286' } },
      reach: async hand => {
        await hand.type('birth_year', '2017');
        await hand.press(submit);
        await hand.see(error);
      },
    },
    guardian: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: asksGuardian } },
      reach: hand => hand.see('form'),
    },
    invalid: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: asksGuardian } },
      reach: async hand => {
        await hand.type('phone_number', '123');
        await hand.press(submit);
        await hand.see('[aria-invalid=true]');
      },
    },
    own: {
      draw: age,
      signedIn: true,
      answers: {
        'accounts/age': { data: asksGuardian },
        'accounts/guardian': { status: 403, code: 'AC3_13', more: { data: { field: 'phone_number' } } },
      },
      reach: sendLink,
    },
    'not-now': {
      draw: age,
      signedIn: true,
      answers: {
        'accounts/age': { data: asksGuardian },
        'accounts/guardian': { status: 403, code: 'AC3_13' },
      },
      reach: sendLink,
    },
    slow: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: asksGuardian }, 'accounts/guardian': 'never' },
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.press(submit);
        await hand.see(slow);
      },
    },
    refused: {
      draw: age,
      signedIn: true,
      answers: {
        'accounts/age': { data: { ...asksGuardian, guardian: { ...asksGuardian.guardian, refused: true } } },
      },
      reach: hand => hand.see('form'),
    },
    'consent-withdrawn': {
      draw: age,
      signedIn: true,
      answers: {
        'accounts/age': {
          data: { ...asksGuardian, guardian: { ...asksGuardian.guardian, withdrawn: true } },
        },
      },
      reach: hand => hand.see('[readonly]'),
    },
    erases: {
      draw: age,
      signedIn: true,
      answers: {
        'accounts/age': {
          data: {
            ...asksGuardian,
            guardian: { ...asksGuardian.guardian, withdrawn: true, erase_at: 1_791_000_000_000 },
          },
        },
      },
      reach: hand => hand.see('h1'),
    },
    waiting: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: writtenWait } },
      reach: hand => hand.see('output'),
    },
    later: {
      draw: age,
      signedIn: true,
      answers: {
        'accounts/age': {
          data: { ...writtenWait, guardian: { ...writtenWait.guardian, next_at: 1_790_086_400_000 } },
        },
      },
      reach: hand => hand.see('output'),
    },
    another: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: writtenWait } },
      reach: async hand => {
        await hand.press('[class*=acts] [class*=secondary]');
        await hand.see('form');
      },
    },
    withdrawing: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: writtenWait } },
      reach: async hand => {
        await hand.press('[class*=acts] [class*=link]');
        await hand.see('[class*=sure]');
      },
    },
    withdrawn: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: writtenWait } },
      reach: async hand => {
        await hand.press('[class*=acts] [class*=link]');
        await hand.press('[class*=sure] [class*=danger]');
        await hand.see('[class*=step]:not(:has(output))');
      },
    },
    done: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: { ...asksYear, asks: false, birth_year: 2001 } } },
      reach: hand => hand.see('[class*=step]:not(:has(p))'),
    },
    error: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': 'lost' },
      reach: hand => hand.see(error),
    },
  },
} as const satisfies Specimens;
