/** The questions about age, and the page of guardians. */
import { AgeQuestions, GuardianPortal } from '@rollcall/react';
import { writtenChild, writtenWait } from '../written-minors.ts';
import { error, nothing, type Specimens, submit } from './specimen.ts';

const age = () => <AgeQuestions onDone={nothing} />;
const portal = () => <GuardianPortal token="written" home="#" />;

export const minorsStates = {
  age: {
    year: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: { asks: true, birth_year: null, child: false, guardian: null } } },
      reach: hand => hand.see('select'),
    },
    guardian: {
      draw: age,
      signedIn: true,
      answers: {
        'accounts/age': { data: { ...writtenWait, guardian: { ...writtenWait.guardian, code: null } } },
      },
      reach: hand => hand.see('form'),
    },
    waiting: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': { data: writtenWait } },
      reach: hand => hand.see('output'),
    },
    error: {
      draw: age,
      signedIn: true,
      answers: { 'accounts/age': 'lost' },
      reach: hand => hand.see(error),
    },
  },
  'guardian-portal': {
    link: { draw: portal, reach: hand => hand.see('form') },
    void: {
      draw: portal,
      answers: { 'guardian/link': { status: 400, code: 'RC_410' } },
      reach: async hand => {
        await hand.type('captcha', '123456');
        await hand.see(error);
      },
    },
    asked: {
      draw: portal,
      answers: { 'guardian/link': { data: { ticket: 'written', children: [writtenChild] } } },
      reach: async hand => {
        await hand.type('captcha', '123456');
        await hand.see('[type=checkbox]');
      },
    },
    consented: {
      draw: portal,
      answers: {
        'guardian/link': {
          data: {
            ticket: 'written',
            children: [{ ...writtenChild, known: true, consented_at: 1_789_000_000_000 }],
          },
        },
      },
      reach: async hand => {
        await hand.type('captcha', '123456');
        await hand.see(submit);
      },
    },
    number: { draw: () => <GuardianPortal home="#" />, reach: hand => hand.see('form') },
  },
} as const satisfies Specimens;
