/** Signing up, and setting a new password. */
import { ResetPassword, EmailSignUp, SignUp } from '@rollcall/react';
import type { Hand } from '../hand.ts';
import { PHONE } from '../written.ts';
import { submit, sendCode, error, type Specimens } from './specimen.ts';

const fillSignUp = async (hand: Hand, password = 'Tree-house9') => {
  await hand.type('phone_number', PHONE);
  await hand.press('[type=checkbox]');
  await hand.type('password', password);
};
const signUp = () => <SignUp signIn="#" />;
const emailSignUp = () => <EmailSignUp signIn="#" />;
const reset = () => <ResetPassword signIn="#" signUp="#" />;

export const signUpStates = {
  'sign-up': {
    empty: { draw: signUp, reach: hand => hand.see('[type=checkbox]') },
    weak: {
      draw: signUp,
      reach: async hand => {
        await fillSignUp(hand, 'password1');
        await hand.see('[data-strength=weak]');
      },
    },
    strong: {
      draw: signUp,
      reach: async hand => {
        await fillSignUp(hand);
        await hand.see('[data-strength=strong]');
      },
    },
    error: {
      draw: signUp,
      reach: async hand => {
        await hand.see('[type=checkbox]');
        await hand.press(submit);
        await hand.see(error);
      },
    },
    registered: {
      draw: signUp,
      answers: { 'captcha/register/phone/with-agreement': { status: 409, code: 'AC3_0' } },
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.press(sendCode);
        await hand.see(error);
      },
    },
    'agreements-failed': {
      draw: signUp,
      answers: { 'accounts/agreements': 'lost' },
      reach: hand => hand.see('p[role=alert]'),
    },
    busy: {
      draw: signUp,
      answers: { 'register/phone/with-agreement': 'never', 'captcha/register/phone/with-agreement': {} },
      reach: async hand => {
        await fillSignUp(hand);
        await hand.type('captcha', '123456');
        await hand.see('[data-working]');
      },
    },
    done: {
      draw: signUp,
      reach: async hand => {
        await fillSignUp(hand);
        await hand.type('captcha', '123456');
        await hand.see('[data-here]');
      },
    },
  },
  'email-sign-up': {
    empty: { draw: emailSignUp, reach: hand => hand.see('[type=checkbox]') },
    error: {
      draw: emailSignUp,
      reach: async hand => {
        await hand.see('[type=checkbox]');
        await hand.press(submit);
        await hand.see(error);
      },
    },
    registered: {
      draw: emailSignUp,
      answers: { 'email/captcha/send': { status: 409, code: 'AC3_22' } },
      reach: async hand => {
        await hand.type('email', 'pupil@school.example');
        await hand.press(sendCode);
        await hand.see(error);
      },
    },
  },
  'reset-password': {
    empty: { draw: reset },
    'by-email': {
      draw: () => <ResetPassword signIn="#" signUp="#" by={['phone', 'email']} />,
      reach: async hand => {
        await hand.press('p > button[type=button]');
        await hand.see('[name=email]');
      },
    },
    error: {
      draw: reset,
      reach: async hand => {
        await hand.press(submit);
        await hand.see(error);
      },
    },
    busy: {
      draw: reset,
      answers: { 'captcha/password/check': 'never' },
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.type('captcha', '123456');
        await hand.see('[data-working]');
      },
    },
    choose: {
      draw: reset,
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.type('captcha', '123456');
        await hand.see('[name=confirm_password]');
      },
    },
    expired: {
      draw: reset,
      answers: { 'accounts/password/reset': { status: 400, code: 'AC3_19' } },
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.type('captcha', '123456');
        await hand.type('password', 'Tree-house9');
        await hand.type('confirm_password', 'Tree-house9');
        await hand.press(submit);
        await hand.see('form button[type=button][class*=secondary]');
      },
    },
    done: {
      draw: reset,
      reach: async hand => {
        await hand.type('phone_number', PHONE);
        await hand.type('captcha', '123456');
        await hand.type('password', 'Tree-house9');
        await hand.type('confirm_password', 'Tree-house9');
        await hand.press(submit);
        await hand.see('[data-done]');
      },
    },
  },
} as const satisfies Specimens;
