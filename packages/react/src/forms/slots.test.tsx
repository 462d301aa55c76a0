// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BindPhone } from '../bind-phone/bind-phone.tsx';
import { ConfirmPhone } from '../confirm-phone/confirm-phone.tsx';
import { ResetPassword } from '../password-reset/reset-password.tsx';
import { EmailSignIn } from '../sign-in/email-sign-in.tsx';
import { SignIn } from '../sign-in/sign-in.tsx';
import { SilentSignIn } from '../sign-in/silent-sign-in.tsx';
import { EmailSignUp } from '../sign-up/email-sign-up.tsx';
import { SignUp } from '../sign-up/sign-up.tsx';
import { fakeServer, show } from '../testing.tsx';
import type { FormSlots } from './flow-form.tsx';

beforeEach(() => sessionStorage.clear());
let close = async () => {};
afterEach(() => close());

const slots: FormSlots = {
  logo: <img alt="" data-place="logo" />,
  heading: <h1 data-place="heading">H</h1>,
  before: <p data-place="before">B</p>,
  after: <p data-place="after">A</p>,
  footer: <p data-place="footer">F</p>,
};
const forms: Record<string, { readonly form: ReactNode; readonly signedIn?: boolean }> = {
  SignIn: { form: <SignIn signUp="/other" slots={slots} /> },
  SignUp: { form: <SignUp signIn="/other" slots={slots} /> },
  EmailSignIn: { form: <EmailSignIn signUp="/other" slots={slots} /> },
  EmailSignUp: { form: <EmailSignUp signIn="/other" slots={slots} /> },
  SilentSignIn: { form: <SilentSignIn slots={slots} /> },
  ResetPassword: {
    form: <ResetPassword signIn="/other" signUp="/up" by={['phone', 'email']} slots={slots} />,
  },
  BindPhone: { form: <BindPhone slots={slots} />, signedIn: true },
  ConfirmPhone: { form: <ConfirmPhone onTicket={async () => {}} slots={slots} /> },
};

test.each(Object.keys(forms))('%s has its slots, link and step where the guide draws them', async name => {
  const { form, ...options } = forms[name] ?? { form: null };
  const { box, unmount } = await show(fakeServer(options).auth, form);
  close = unmount;
  const order = [
    '[data-place=logo]',
    '[data-place=heading]',
    name === 'SignIn' ? 'fieldset' : name === 'ResetPassword' ? 'p[aria-live] strong' : undefined,
    '[data-place=before]',
    'input:not([type=radio])',
    '[data-place=after]',
    'button[type=submit]',
    box.querySelector('a[href="/other"]') ? 'a[href="/other"]' : undefined,
    '[data-place=footer]',
  ].filter(selector => selector !== undefined);
  const all = [...box.querySelectorAll('*')];
  const places = order.map(selector => all.findIndex(element => element.matches(selector)));
  expect(Math.min(...places)).toBeGreaterThan(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  if (/^(?:Sign|Email|Reset)/.test(name)) expect(order).toContain('a[href="/other"]');
});
