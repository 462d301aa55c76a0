/** Every component in every state: what is drawn, what the network answers, and what a person does to get there. */
import {
  AccountSettings,
  AgreementDialog,
  AgreementGate,
  Avatar,
  BindPhone,
  Challenge,
  CodeInput,
  ConsentBanner,
  ConsentSettings,
  FlowForm,
  type FormSlots,
  Here,
  LazyImage,
  PasswordInput,
  PhoneInput,
  type Problem,
  ResetPassword,
  Seal,
  SignIn,
  SignOutButton,
  EmailSignUp,
  SignUp,
  ThirdPartyButtons,
  ThirdPartyFinish,
  ThirdPartyReturn,
  useCode,
  useFields,
  UsageProvider,
  UserButton,
  useRollcall,
} from '@rollcall/react';
import { InfiniteScroll } from '@rollcall/react';
import { beginThirdParty } from '@rollcall/account';
import { type ReactElement, useState } from 'react';
import type { Hand } from './hand.ts';
import type { Answers } from './network.ts';
import {
  consentHistory,
  deletionDue,
  devices,
  erased,
  everything,
  exported,
  firstAgreement,
  PHONE,
  waiting,
  withoutPhone,
  writtenWechat,
} from './written.ts';

export interface Specimen {
  readonly draw: () => ReactElement;
  /** Over the answers that all have. */
  readonly answers?: Answers;
  readonly signedIn?: boolean;
  /** What a person does to bring the state about; it is shown when this has resolved. */
  readonly reach?: (hand: Hand) => Promise<void>;
}

const submit = '[type=submit]';
const sendCode = '[class*=head] button';
/** What `Slow` says. */
const slow = '[class*=slow]:not(:empty)';
const error = '[role=alert]:not(:empty)';

const fillSignIn = async (hand: Hand) => {
  await hand.press('[value=password]');
  await hand.type('identity', 'lin_xiaoman');
  await hand.type('password', 'Tree-house9');
};
const fillSignUp = async (hand: Hand, password = 'Tree-house9') => {
  await hand.type('phone_number', PHONE);
  await hand.press('[type=checkbox]');
  await hand.type('password', password);
};
const slots: FormSlots = {
  logo: <Seal form="outline" />,
  heading: <h2>Starfield</h2>,
  before: <p>before</p>,
  after: <p>after</p>,
  footer: <p>footer</p>,
};
const nothing = () => {};

const signIn = (own?: FormSlots) => () => <SignIn signUp="#" reset="#" {...(own ? { slots: own } : {})} />;
const signUp = () => <SignUp signIn="#" />;
const emailSignUp = () => <EmailSignUp signIn="#" />;
const reset = () => <ResetPassword signIn="#" signUp="#" />;
const account = (section: 'profile' | 'security' | 'devices' | 'privacy') => () => (
  <AccountSettings section={section} href={() => '#'} onPasswordChanged={nothing} signedOut={<p>–</p>} />
);
const user = () => (
  <UserButton account="#" signIn="#" items={[{ label: 'Badges', href: '#badges' }]} onSignedOut={nothing} />
);

const INITIAL = { value: '' } as const;
/** One field alone, as a site would stand it in a form of its own. */
function One(props: { kind: 'phone' | 'code' | 'current' | 'new'; problem?: Problem['name'] }) {
  const { kind, problem: name } = props;
  const fields = useFields<'value'>({ initial: INITIAL, secrets: ['value'] });
  const code = useCode({
    purpose: 'login',
    address: PHONE,
    ask: () => Promise.resolve({ retry_after: 60, expires_in: 600 }),
  });
  const given = { id: 'one', field: fields.bind('value'), problem: name ? { name } : undefined };
  const { value } = fields.values;
  return (
    <FlowForm label={kind} slots={undefined} onSubmit={nothing}>
      {kind === 'phone' ? (
        <PhoneInput {...given} />
      ) : kind === 'code' ? (
        <CodeInput {...given} sender={code} onSend={() => code.send(PHONE)} />
      ) : (
        <PasswordInput {...given} use={kind} value={value} about={[PHONE]} />
      )}
    </FlowForm>
  );
}
const one = (kind: Parameters<typeof One>[0]['kind'], problem?: Problem['name']) => () => (
  <One kind={kind} {...(problem ? { problem } : {})} />
);
/** WeChat has sent somebody back, who had gone there from here. */
function Returned({ answer, intent = 'sign-in' }: { answer: string; intent?: 'sign-in' | 'bind' }) {
  const { auth } = useRollcall();
  const [address] = useState(() => {
    if (!auth) return '';
    const to = beginThirdParty(auth, writtenWechat, { intent, returnTo: '/' });
    return `${location.origin}/oauth/wechat?${answer}state=${to.searchParams.get('state') ?? ''}`;
  });
  return <ThirdPartyFinish provider="wechat" address={address} home="#" signIn="#" />;
}
/** What WeChat's answer leads to. */
const returned = (state: Answers[string] | 'denied', intent?: 'bind'): Specimen => ({
  draw: () => <Returned answer={state === 'denied' ? '' : 'code=1&'} {...(intent ? { intent } : {})} />,
  ...(state === 'denied' ? {} : { answers: { [intent ? 'oauth/wechat/bind' : 'oauth/wechat']: state } }),
  ...(intent ? { signedIn: true } : {}),
  reach: hand => hand.see('[data-end] ~ div a, [data-end] ~ div button, [data-bound], [data-here]'),
});
const wrongProfile = async (hand: Hand) => {
  await hand.type('nickname', 'no spaces allowed');
  await hand.type('qq', '12');
  await hand.press(submit);
  await hand.see('[role=alert] ul');
};
const scroll =
  (first: number, fails = false) =>
  () => (
    <InfiniteScroll
      label="Badges"
      first={{ items: Array.from({ length: first }, (_, at) => at + 1), next: fails ? first : undefined }}
      load={() => Promise.reject(new Error('lost'))}
      keyOf={item => item}
    >
      {(item, titleId) => <p id={titleId}>{item}</p>}
    </InfiniteScroll>
  );

/** By component and state, in the order in which they are listed. */
export const specimens = {
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
  'agreement-gate': {
    asked: { draw: () => <AgreementGate />, signedIn: true, reach: hand => hand.see('[type=checkbox]') },
    busy: {
      draw: () => <AgreementGate />,
      signedIn: true,
      answers: { 'agreements/sign': 'never' },
      reach: async hand => {
        await hand.press('[type=checkbox]');
        await hand.press('section > button');
        await hand.see('[data-working]');
      },
    },
    refused: {
      draw: () => <AgreementGate />,
      signedIn: true,
      answers: { 'agreements/sign': 'lost' },
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
  'account-settings': {
    loading: { draw: account('profile'), signedIn: true, answers: { 'accounts/profile': 'never' } },
    slow: {
      draw: account('profile'),
      signedIn: true,
      answers: { 'accounts/profile': 'never' },
    },
    error: {
      draw: account('profile'),
      signedIn: true,
      answers: { 'accounts/profile': 'lost' },
      reach: hand => hand.see(error),
    },
    'sign-out-lost': {
      draw: account('profile'),
      signedIn: true,
      answers: { 'accounts/logout': 'lost', 'agreements/need-sign': { data: [] } },
      reach: async hand => {
        await hand.see('[name=nickname]');
        await hand.press('button');
        await hand.see(error);
      },
    },
    summary: {
      draw: account('profile'),
      signedIn: true,
      answers: { 'agreements/need-sign': { data: [] } },
      reach: wrongProfile,
    },
    saving: {
      draw: account('profile'),
      signedIn: true,
      answers: { 'agreements/need-sign': { data: [] }, 'accounts/info': 'never' },
      reach: async hand => {
        await hand.type('nickname', '小满');
        await hand.press(submit);
        await hand.see('[data-working]');
      },
    },
    profile: { draw: account('profile'), signedIn: true, reach: hand => hand.see('[name=nickname]') },
    security: { draw: account('security'), signedIn: true, reach: hand => hand.see('dl') },
    'no-phone': {
      draw: account('security'),
      signedIn: true,
      answers: { 'accounts/privacy': { data: withoutPhone } },
      reach: async hand => {
        await hand.press('[data-row=phone] button');
        await hand.see('[name=phone_number]');
      },
    },
    devices: { draw: account('devices'), signedIn: true, reach: hand => hand.see('section li') },
    'devices-many': {
      draw: account('devices'),
      signedIn: true,
      answers: { 'agreements/need-sign': { data: [] }, 'accounts/devices': { data: devices } },
      reach: async hand => {
        await hand.see('section li');
        await hand.press('section ul ~ div > button');
        await hand.see('section form');
      },
    },
    'devices-ending': {
      draw: account('devices'),
      signedIn: true,
      answers: { 'agreements/need-sign': { data: [] }, 'devices/end': 'never' },
      reach: async hand => {
        await hand.press('section li button');
        await hand.see('[data-working]');
      },
    },
    'devices-alone': {
      draw: account('devices'),
      signedIn: true,
      answers: { 'agreements/need-sign': { data: [] }, 'accounts/devices': { data: devices.slice(0, 1) } },
      reach: hand => hand.see('section li'),
    },
    privacy: { draw: account('privacy'), signedIn: true, reach: hand => hand.see('section progress') },
    deletion: {
      draw: account('profile'),
      signedIn: true,
      answers: { 'accounts/privacy': { data: deletionDue } },
      reach: hand => hand.see('[name=nickname]'),
    },
    'deletion-kept': {
      draw: () => (
        <AccountSettings section="devices" href={() => '#'} onPasswordChanged={nothing} goOn="#lesson" />
      ),
      signedIn: true,
      answers: {
        'agreements/need-sign': { data: [] },
        'accounts/privacy': { data: deletionDue },
        'deletion/cancel': { data: {} },
      },
      reach: async hand => {
        await hand.press('[class*=banner] button');
        await hand.see('p[tabindex]:not(:empty) a');
      },
    },
    'privacy-done': {
      draw: account('privacy'),
      signedIn: true,
      answers: {
        'agreements/need-sign': { data: [] },
        'usage/v1/consents': { data: consentHistory },
        'usage/v1/data/jobs': { data: [exported, erased] },
      },
      reach: async hand => {
        await hand.press('summary');
        await hand.see('details[open] time');
      },
    },
    'privacy-waiting': {
      draw: account('privacy'),
      signedIn: true,
      answers: {
        'agreements/need-sign': { data: [] },
        'usage/v1/data/jobs': { data: [waiting] },
        'usage/v1/data/job': { data: waiting },
      },
      reach: async hand => {
        await hand.see('section progress');
        await hand.press('section button[aria-expanded=false]');
        await hand.see('section form ul');
      },
    },
    'privacy-off': {
      draw: () => <UsageProvider usage={undefined}>{account('privacy')()}</UsageProvider>,
      signedIn: true,
      answers: { 'agreements/need-sign': { data: [] }, 'usage/v1/data/jobs': { data: [] } },
      reach: hand => hand.see('details'),
    },
  },
  'phone-input': {
    empty: { draw: one('phone') },
    typed: { draw: one('phone'), reach: hand => hand.type('value', PHONE) },
    error: { draw: one('phone', 'InvalidPhoneNumber') },
  },
  'code-input': {
    empty: { draw: one('code') },
    typed: { draw: one('code'), reach: hand => hand.type('value', '1234') },
    sent: {
      draw: one('code'),
      reach: async hand => {
        await hand.press('button');
        await hand.see('button:disabled');
      },
    },
    error: { draw: one('code', 'CaptchaMismatch') },
  },
  'password-input': {
    empty: { draw: one('new') },
    weak: {
      draw: one('new'),
      reach: async hand => {
        await hand.type('value', 'qwerty123');
        await hand.see('[data-strength=weak]');
      },
    },
    fair: {
      draw: one('new'),
      reach: async hand => {
        await hand.type('value', 'Kestrel77');
        await hand.see('[data-strength=fair]');
      },
    },
    strong: {
      draw: one('new'),
      reach: async hand => {
        await hand.type('value', 'walk_the_dog');
        await hand.see('[data-strength=strong]');
      },
    },
    shown: {
      draw: one('current'),
      reach: async hand => {
        await hand.type('value', 'walk_the_dog');
        await hand.press('[aria-pressed]');
        await hand.see('[aria-pressed=true]');
      },
    },
    error: { draw: one('current', 'WrongCredentials') },
  },
  'sign-out-button': {
    ready: { draw: () => <SignOutButton />, signedIn: true },
    busy: {
      draw: () => <SignOutButton />,
      signedIn: true,
      answers: { 'accounts/logout': 'never' },
      reach: async hand => {
        await hand.press('button');
        await hand.see('[data-working]');
      },
    },
    error: {
      draw: () => <SignOutButton />,
      signedIn: true,
      answers: { 'accounts/logout': 'lost' },
      reach: async hand => {
        await hand.press('button');
        await hand.see(error);
      },
    },
  },
  'infinite-scroll': {
    end: { draw: scroll(3) },
    error: {
      draw: scroll(3, true),
      reach: async hand => {
        await hand.press('button');
        await hand.see('[role=alert]');
      },
    },
  },
  'lazy-image': {
    failed: {
      draw: () => <LazyImage src="/gallery/none.png" alt="Badge" width={320} height={180} />,
      reach: hand => hand.see('[data-phase=failed]'),
    },
  },
  avatar: { initial: { draw: () => <Avatar url={null} nickname="林小满" /> } },
  seal: {
    stamped: { draw: () => <Here word="到！" text="Here!" /> },
    outline: { draw: () => <Seal form="outline" /> },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Specimen>>>>;

/** The specimen of a name and state; undefined where there is none. */
export const specimenOf = (name: string, state: string): Specimen | undefined => {
  const all: Readonly<Record<string, Readonly<Record<string, Specimen>>>> = specimens;
  return Object.hasOwn(all, name) && Object.hasOwn(all[name] ?? {}, state) ? all[name]?.[state] : undefined;
};

/** The answers of a specimen. */
export const answersOf = (specimen: Specimen): Answers => ({ ...everything, ...specimen.answers });
