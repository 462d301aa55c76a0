/** Second factors: the second step of a sign-in, setting one up there, and the account's own. */
import { AccountSettings, SignIn } from '@rollcall/react';
import type { Answers } from '../network.ts';
import type { Hand } from '../hand.ts';
import {
  convenience,
  manyFactors,
  noFactors,
  oneApp,
  recoveryCodes,
  TICKET,
  totpSetup,
} from '../written-second-factor.ts';
import { error, nothing, type Specimen, type Specimens, submit } from './specimen.ts';

const signIn = () => <SignIn signUp="#" reset="#" />;
const inDialog = (selector: string) => `dialog ${selector}`;
/** Signs in by password, and waits for the dialog. */
const toStep = async (hand: Hand) => {
  await hand.press('[value=password]');
  await hand.type('identity', 'lin_xiaoman');
  await hand.type('password', 'Tree-house9');
  await hand.press(submit);
  await hand.see('dialog[open] button');
};
const refusedWith = (data: object): Answers => ({
  'accounts/login': { status: 403, code: 'RC_283', more: { data: { ticket: TICKET, ...data } } },
});
/** The dialog at the second step of a sign-in, and what is done there. */
const atStep = (
  methods: readonly string[],
  then: (hand: Hand) => Promise<void> = async () => {},
  answers: Answers = {},
): Specimen => ({
  draw: signIn,
  answers: { ...refusedWith({ methods }), ...answers },
  reach: async hand => {
    await toStep(hand);
    await then(hand);
  },
});
const typeCode = async (hand: Hand) => {
  await hand.type('proof', 'k7m2p-9xq4w');
  await hand.press(inDialog(submit));
};
/** The dialog that sets a second factor up during a sign-in. */
const atSetUp = (then: (hand: Hand) => Promise<void> = async () => {}, answers: Answers = {}): Specimen => ({
  draw: signIn,
  answers: {
    ...refusedWith({ methods: [], setup: true }),
    'login/second-factor/totp/start': { data: totpSetup },
    'login/second-factor/totp': { data: { recovery_codes: recoveryCodes, ticket: TICKET } },
    ...answers,
  },
  reach: async hand => {
    await toStep(hand);
    await then(hand);
  },
});
const toApp = async (hand: Hand) => {
  await hand.press('[data-add=totp]');
  await hand.see('dialog img');
};
const appCode = (hand: Hand) => hand.type('captcha', '123456');
const toCodes = async (hand: Hand) => {
  await toApp(hand);
  await appCode(hand);
  await hand.see('[data-recovery-codes]');
};

const security = () => (
  <AccountSettings section="security" href={() => '#'} onPasswordChanged={nothing} signedOut={<p>–</p>} />
);
/** The account's second factors, and what is done there. */
const own = (
  state: object | 'never' | 'lost',
  then: (hand: Hand) => Promise<void> = async () => {},
  answers: Answers = {},
): Specimen => ({
  draw: security,
  signedIn: true,
  answers: {
    'agreements/unsigned': { data: [] },
    'accounts/second-factors': typeof state === 'string' ? state : { data: state },
    'accounts/totp/start': { data: totpSetup },
    'accounts/totp': { data: { recovery_codes: recoveryCodes } },
    'accounts/recovery-codes': { data: { recovery_codes: recoveryCodes } },
    ...answers,
  },
  reach: async hand => {
    await hand.see('section h3');
    if (typeof state !== 'string') await hand.see('[data-action]');
    await then(hand);
  },
});
const press = (action: string) => async (hand: Hand) => {
  await hand.press(`[data-action="${action}"]`);
  await hand.see('section form');
};

export const secondFactorStates = {
  'second-step': {
    methods: atStep(['totp', 'passkey', 'recovery_code']),
    app: atStep(['totp']),
    passkey: atStep(['passkey', 'recovery_code']),
    'recovery-code': atStep(['recovery_code']),
    error: atStep(['totp'], async hand => {
      await hand.press(inDialog(submit));
      await hand.see('dialog [aria-invalid]');
    }),
    wrong: atStep(
      ['recovery_code'],
      async hand => {
        await typeCode(hand);
        await hand.see('dialog [aria-invalid]');
      },
      { 'login/second-factor': { status: 400, code: 'AC3_10' } },
    ),
    'too-many': atStep(
      ['recovery_code'],
      async hand => {
        await typeCode(hand);
        await hand.see(inDialog(error));
      },
      { 'login/second-factor': { status: 429, code: 'RC_54', more: { data: { retry_after: 900 } } } },
    ),
    expired: atStep(
      ['recovery_code'],
      async hand => {
        await typeCode(hand);
        await hand.see(inDialog(error));
      },
      { 'login/second-factor': { status: 400, code: 'AC3_19' } },
    ),
    busy: atStep(
      ['recovery_code'],
      async hand => {
        await typeCode(hand);
        await hand.see('dialog [data-working]');
      },
      { 'login/second-factor': 'never' },
    ),
  },
  'second-factor-set-up': {
    choice: atSetUp(),
    loading: atSetUp(hand => hand.press('[data-add=totp]'), { 'login/second-factor/totp/start': 'never' }),
    unreached: atSetUp(
      async hand => {
        await hand.press('[data-add=totp]');
        await hand.see(inDialog(error));
      },
      { 'login/second-factor/totp/start': 'lost' },
    ),
    app: atSetUp(toApp),
    wrong: atSetUp(
      async hand => {
        await toApp(hand);
        await appCode(hand);
        await hand.see('dialog [aria-invalid]');
      },
      { 'login/second-factor/totp': { status: 400, code: 'AC3_10' } },
    ),
    passkey: atSetUp(async hand => {
      await hand.press('[data-add=passkey]');
      await hand.see('dialog [name=name]');
    }),
    codes: atSetUp(toCodes),
    'finish-failed': atSetUp(
      async hand => {
        await toCodes(hand);
        await hand.press('[data-saved]');
        await hand.see(inDialog(error));
      },
      { 'login/second-factor/finish': 'lost' },
    ),
  },
  'second-factors': {
    none: own(noFactors),
    app: own(oneApp),
    many: own(manyFactors),
    convenience: own(convenience),
    required: own({ ...manyFactors, required: true }),
    'required-last': own({ ...oneApp, required: true }),
    'no-passkeys-here': own({ ...oneApp, passkeys_available: false }),
    loading: own('never'),
    error: own('lost', hand => hand.see('section ' + error)),
    'add-app': own(noFactors, async hand => {
      await press('totp')(hand);
      await hand.see('section img');
    }),
    'add-passkey': own(noFactors, press('passkey')),
    codes: own(noFactors, async hand => {
      await press('totp')(hand);
      await appCode(hand);
      await hand.see('[data-recovery-codes]');
    }),
    'turn-on': own(convenience, press('ask')),
    'turn-off': own(manyFactors, press('ask')),
    remove: own(manyFactors, press('remove 1')),
    'remove-last': own(oneApp, press('remove ')),
    'remove-failed': own(
      oneApp,
      async hand => {
        await press('remove ')(hand);
        await hand.press('section form ' + submit);
        await hand.see('section form ' + error);
      },
      { 'accounts/totp/remove': 'lost' },
    ),
    removed: own(manyFactors, async hand => {
      await press('remove 1')(hand);
      await hand.press('section form ' + submit);
      await hand.see('[data-status]:not(:empty)');
    }),
    renew: own(manyFactors, press('renew')),
  },
} as const satisfies Specimens;
