/** Signing in. */
import { ConfirmPhone, EmailSignIn, type FormSlots, Seal, SignIn, SilentSignIn } from '@rollcall/react';
import type { Hand } from '../hand.ts';
import { PHONE } from '../written.ts';
import { submit, sendCode, slow, error, type Specimens } from './specimen.ts';

const fillSignIn = async (hand: Hand) => {
  await hand.press('[value=password]');
  await hand.type('identity', 'lin_xiaoman');
  await hand.type('password', 'Tree-house9');
};
const slots: FormSlots = {
  logo: <Seal form="outline" />,
  heading: <h2>Starfield</h2>,
  before: <p>before</p>,
  after: <p>after</p>,
  footer: <p>footer</p>,
};
const signIn = (own?: FormSlots) => () => <SignIn signUp="#" reset="#" {...(own ? { slots: own } : {})} />;
const emailSignIn = () => <EmailSignIn signUp="#" />;

export const signInStates = {
  'sign-in': {
    empty: { draw: signIn() },
    typed: { draw: signIn(), reach: hand => hand.type('identity', PHONE) },
    'code-sent': {
      draw: signIn(),
      reach: async hand => {
        await hand.type('identity', PHONE);
        await hand.press(sendCode);
        await hand.see('[class*=head] button:disabled');
      },
    },
    password: { draw: signIn(), reach: fillSignIn },
    'last-used': {
      draw: () => {
        localStorage.setItem('rollcall.last_way', 'password');
        return signIn()();
      },
    },
    error: {
      draw: signIn(),
      reach: async hand => {
        await hand.press(submit);
        await hand.see(error);
      },
    },
    refused: {
      draw: signIn(),
      reach: async hand => {
        await fillSignIn(hand);
        await hand.press(submit);
        await hand.see(error);
      },
    },
    unreached: {
      draw: signIn(),
      answers: { 'accounts/login': 'lost' },
      reach: async hand => {
        await fillSignIn(hand);
        await hand.press(submit);
        await hand.see(error);
      },
    },
    busy: {
      draw: signIn(),
      answers: { 'accounts/login': 'never' },
      reach: async hand => {
        await fillSignIn(hand);
        await hand.press(submit);
        await hand.see('[data-working]');
      },
    },
    slow: {
      draw: signIn(),
      answers: { 'accounts/login': 'never' },
      reach: async hand => {
        await fillSignIn(hand);
        await hand.press(submit);
        await hand.see(slow);
      },
    },
    done: {
      draw: signIn(),
      reach: async hand => {
        await hand.type('identity', PHONE);
        await hand.type('captcha', '123456');
        await hand.see('[data-here]');
      },
    },
    slots: { draw: signIn(slots) },
  },
  'email-sign-in': {
    empty: { draw: emailSignIn },
    error: {
      draw: emailSignIn,
      reach: async hand => {
        await hand.press(submit);
        await hand.see(error);
      },
    },
    'code-sent': {
      draw: emailSignIn,
      reach: async hand => {
        await hand.type('email', 'pupil@school.example');
        await hand.press(sendCode);
        await hand.see('[class*=head] button:disabled');
      },
    },
  },
  'silent-sign-in': {
    empty: { draw: () => <SilentSignIn /> },
    error: {
      draw: () => <SilentSignIn />,
      reach: async hand => {
        await hand.press(submit);
        await hand.see(error);
      },
    },
    'code-sent': {
      draw: () => <SilentSignIn />,
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.press(sendCode);
        await hand.see('[class*=head] button:disabled');
      },
    },
  },
  'confirm-phone': {
    empty: { draw: () => <ConfirmPhone onTicket={() => {}} /> },
    'own-words': { draw: () => <ConfirmPhone label="Leave the course" onTicket={() => {}} /> },
    refused: {
      draw: () => <ConfirmPhone onTicket={() => {}} />,
      answers: { 'captcha/common/check': { status: 400, code: 'AC3_10' } },
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.type('captcha', '123456');
        await hand.see(error);
      },
    },
    busy: {
      draw: () => <ConfirmPhone onTicket={() => new Promise(() => {})} />,
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.type('captcha', '123456');
        await hand.see('[data-working]');
      },
    },
    done: {
      draw: () => <ConfirmPhone onTicket={() => {}} />,
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.type('captcha', '123456');
        await hand.see('[data-done]');
      },
    },
  },
} as const satisfies Specimens;
