// @vitest-environment jsdom
/** Every component that is exported is drawn without a browser, and taken over by one without a mismatch. */
import { createUsage } from '@rollcall/usage';
import { act, type ReactElement, type ReactNode, StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as all from './index.ts';
import type { AccountState } from './account/use-account.ts';
import type { Agreements } from './agreements/use-agreements.ts';
import type { CodeSender } from './forms/use-code-sender.ts';
import type { Task } from './task/use-task.ts';
import { PRIVACY, PROFILE } from './account/testing.ts';
import { en } from './phrases/en.ts';
import type { Phrases } from './phrases/phrases.ts';
import { zhCN } from './phrases/zh-CN.ts';
import { fakeServer } from './testing.tsx';

const nothing = () => {};
const task: Task = { phase: 'idle', problem: undefined, run: nothing, retry: nothing, clear: nothing };
const field = { name: 'x', defaultValue: '', ref: nothing, onChange: nothing };
const sender: CodeSender = {
  task,
  sentTo: undefined,
  seconds: 0,
  send: nothing,
  forget: nothing,
  purpose: 'none',
  more: undefined,
  voice: undefined,
};
const agreement = { id: 4, code: 'terms', version: 1, title: '用户协议', url: '/agreements/4' };
const agreements: Agreements = { list: [agreement], task, accepted: false, accept: nothing, reload: nothing };
const account: AccountState = {
  account: { profile: PROFILE, privacy: PRIVACY, grades: [] },
  task,
  setProfile: nothing,
  setPrivacy: nothing,
};
const thirdParty = {
  provider: 'wechat',
  appid: 'a',
  authorize_url: 'https://open.example/connect',
} as const;

/** Something of each; a component that is exported and not here fails the first test. */
const drawn: Readonly<Partial<Record<keyof typeof all, ReactElement>>> = {
  AccountData: <all.AccountData />,
  AccountDevices: <all.AccountDevices />,
  AccountPrivacy: <all.AccountPrivacy />,
  AccountSecurity: <all.AccountSecurity account={account} here="/account" onPasswordChanged={nothing} />,
  AccountSettings: (
    <all.AccountSettings section="profile" href={one => `/account/${one}`} onPasswordChanged={nothing} />
  ),
  AgeQuestions: <all.AgeQuestions onDone={nothing} />,
  AgreementDialog: <all.AgreementDialog agreement={agreement} onClose={nothing} />,
  AgreementGate: <all.AgreementGate />,
  AgreementTick: <all.AgreementTick id="tick" agreements={agreements} />,
  Avatar: <all.Avatar url={null} nickname="小满" />,
  BindPhone: <all.BindPhone />,
  Challenge: <all.Challenge scene="lesson" identity="13800138000" />,
  ConfirmPhone: <all.ConfirmPhone onTicket={nothing} />,
  CodeInput: <all.CodeInput id="code" field={field} sender={sender} onSend={nothing} />,
  SubmitButton: <all.SubmitButton task={task} label="Save" busy="Saving" />,
  ConsentBanner: <all.ConsentBanner />,
  ConsentSettings: <all.ConsentSettings />,
  DeleteAccount: <all.DeleteAccount account={account} />,
  DeletionBanner: <all.DeletionBanner account={account} />,
  Field: (
    <all.Field id="f" label="Field">
      <input id="f" />
    </all.Field>
  ),
  FlowForm: (
    <all.FlowForm
      form={{ task, problem: undefined, submit: nothing, retry: nothing }}
      label="Form"
      slots={{ logo: 'Logo' }}
      submitLabel="Save"
      busyLabel="Saving"
    >
      <input data-first="" aria-label="First" />
    </all.FlowForm>
  ),
  FormError: <all.FormError problem={{ name: 'RequestTimeout' }} retry={nothing} />,
  PageBoundary: (
    <all.PageBoundary>
      <p>page</p>
    </all.PageBoundary>
  ),
  SignedInNotice: <all.SignedInNotice word="到！" text="欢迎" />,
  GuardianPortal: <all.GuardianPortal />,
  InfiniteScroll: (
    <all.InfiniteScroll
      label="News"
      first={{ items: [1], next: undefined }}
      load={() => Promise.reject(new Error('none'))}
      keyOf={item => item}
    >
      {(item, titleId) => <h3 id={titleId}>{item}</h3>}
    </all.InfiniteScroll>
  ),
  LazyImage: <all.LazyImage src="/a.png" alt="A tree" width={4} height={3} />,
  OauthPhone: <all.OauthPhone ticket="t" onFailed={nothing} onDone={nothing} />,
  PasswordField: <all.PasswordField id="p" field={field} autoComplete="current-password" />,
  PasswordInput: <all.PasswordInput id="p" field={field} use="new" value="" />,
  PasswordStrength: <all.PasswordStrength password="Tree-house9" />,
  PhoneInput: <all.PhoneInput id="n" field={field} />,
  ProfileForm: <all.ProfileForm profile={PROFILE} grades={[]} />,
  ProfilePicture: <all.ProfilePicture profile={PROFILE} onProfile={nothing} />,
  ProfileSettings: <all.ProfileSettings account={account} />,
  ResetPassword: <all.ResetPassword signIn="/sign-in" signUp="/sign-up" />,
  SignInProvider: (
    <all.SignInProvider auth={undefined} phrases={en}>
      <p />
    </all.SignInProvider>
  ),
  RollcallProvider: (
    <all.RollcallProvider auth={undefined} phrases={en}>
      <p>inside</p>
    </all.RollcallProvider>
  ),
  Seal: <all.Seal form="stamped" />,
  SignIn: <all.SignIn signUp="/sign-up" reset="/reset" />,
  SilentSignIn: <all.SilentSignIn />,
  SignOutButton: <all.SignOutButton />,
  EmailInput: <all.EmailInput id="e" field={field} />,
  EmailSignIn: <all.EmailSignIn signUp="/sign-up" />,
  EmailSignUp: <all.EmailSignUp signIn="/sign-in" />,
  SignUp: <all.SignUp signIn="/sign-in" />,
  SlowNotice: <all.SlowNotice phase="slow" />,
  TextInput: <all.TextInput id="t" label="Text" field={field} />,
  Tick: <all.Tick aria-label="Agree" />,
  ThirdPartyPending: (
    <all.ThirdPartyPending
      to={thirdParty}
      popup={undefined}
      pressed
      returnTo="/"
      onSignedIn={nothing}
      onGiveUp={nothing}
    />
  ),
  ThirdPartyButtons: <all.ThirdPartyButtons returnTo="/" />,
  ThirdPartyFinish: <all.ThirdPartyFinish provider="wechat" address="https://school.example/" home="/" />,
  ProviderLogo: <all.ProviderLogo provider="qq" />,
  ThirdPartyReturn: <all.ThirdPartyReturn provider="wechat" address="https://school.example/" home="/" />,
  ErrorMessage: <all.ErrorMessage problem={{ name: 'TooBusy', seconds: 30 }} />,
  UsageProvider: (
    <all.UsageProvider usage={undefined}>
      <p>inside</p>
    </all.UsageProvider>
  ),
  UserButton: <all.UserButton account="/account" signIn="/sign-in" />,
};

let root: Root | undefined;
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  // jsdom has the element, not its window on top
  HTMLDialogElement.prototype.showModal ??= nothing;
  HTMLDialogElement.prototype.close ??= nothing;
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  document.body.innerHTML = '';
});

test('every exported component is among those that are drawn', () => {
  const components = Object.entries(all)
    .filter(([name]) => /^[A-Z][a-z]/.test(name))
    .map(([name]) => name);
  expect(components.length).toBeGreaterThan(40);
  expect(Object.keys(drawn).sort()).toEqual(components.sort());
});

const cases = Object.entries(drawn).flatMap(([name, element]) =>
  ([zhCN, en] as const).flatMap(phrases =>
    [false, true].map(strict => [name, phrases.language, strict, phrases, element] as const),
  ),
);
const tree = (
  element: ReactElement,
  phrases: Phrases,
  strict: boolean,
  given: Partial<{ auth: all.Rollcall['auth']; usage: ReturnType<typeof createUsage> }> = {},
): ReactNode => {
  const page = (
    <all.RollcallProvider auth={given.auth} phrases={phrases}>
      <all.UsageProvider usage={given.usage}>{element}</all.UsageProvider>
    </all.RollcallProvider>
  );
  return strict ? <StrictMode>{page}</StrictMode> : page;
};

test.each(cases)('%s in %s, strict: %s', async (_name, _language, strict, phrases, element) => {
  const mismatch = vi.fn();
  const errors = vi.spyOn(console, 'error').mockImplementation(nothing);
  // as on a server
  vi.stubGlobal('document', undefined);
  const html = renderToString(tree(element, phrases, strict));
  vi.unstubAllGlobals();
  const box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = html;
  await act(async () => {
    root = hydrateRoot(box, tree(element, phrases, strict, { auth: fakeServer({ signedIn: true }).auth }), {
      onRecoverableError: mismatch,
    });
  });
  expect(mismatch).not.toHaveBeenCalled();
  expect(errors.mock.calls.filter(([first]) => !String(first).startsWith('Error: Not implemented'))).toEqual(
    [],
  );
});
