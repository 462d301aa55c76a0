/** The page of guardians. */
import { GuardianPortal } from '@rollcall/react';
import { PHONE } from '../written.ts';
import { writtenChild } from '../written-minors.ts';
import { error, type Specimens, submit } from './specimen.ts';

const portal = () => <GuardianPortal token="written" home="#" />;

const kept = {
  at: 1_790_000_000_000,
  profile: {
    id: '1024',
    nickname: '林小满',
    fullname: null,
    birthday: null,
    sex: null,
    qq: null,
    description: null,
    grade: 4,
    avatar_url: null,
  },
  account: {
    pid: 'school',
    created_at: 1_788_900_000_000,
    password_set_at: null,
    password_too_common: false,
    two_step_verification: false,
    deletion_due_at: null,
  },
  identifiers: [{ kind: 'phone', value: PHONE, since: 1_788_900_000_000 }],
  third_parties: [],
  guardian: {
    birth_year: 2017,
    birth_year_from: 'person',
    child_until: 1_956_499_200_000,
    consented_at: 1_789_000_000_000,
    phone_number: '13900000002',
    asked_at: 1_788_950_000_000,
    due_at: null,
    erase_at: null,
    usage: [],
    told_at: null,
    clients: [],
    decisions: [],
  },
  agreements: [],
  sign_ins: [],
  known_devices: [],
  custom_fields: [],
  clients: [],
  second_factors: { totp: [], passkeys: [], recovery_codes: 0, failures: [] },
  notices: [],
  changes: [],
  usage_jobs: [],
  usage_link: '/gallery/nothing',
};
const consentedChild = { ...writtenChild, known: true, consented_at: 1_789_000_000_000 };

export const guardianStates = {
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
            children: [consentedChild],
          },
        },
      },
      reach: async hand => {
        await hand.type('captcha', '123456');
        await hand.see(submit);
      },
    },
    'new-agreements': {
      draw: portal,
      answers: {
        'guardian/link': {
          data: {
            ticket: 'written',
            children: [{ ...consentedChild, new_agreements: consentedChild.agreements }],
          },
        },
      },
      reach: async hand => {
        await hand.type('captcha', '123456');
        await hand.see('[type=checkbox]');
      },
    },
    gathering: {
      draw: portal,
      answers: {
        'guardian/link': { data: { ticket: 'written', children: [consentedChild] } },
        'guardian/export': { data: kept },
        '/gallery/nothing': 'never',
      },
      reach: async hand => {
        await hand.type('captcha', '123456');
        await hand.press('section [class*=acts] button');
        await hand.see('section section h2');
      },
    },
    number: { draw: () => <GuardianPortal home="#" />, reach: hand => hand.see('form') },
  },
} as const satisfies Specimens;
