/** The account page in its sections. */
import { AccountData, AccountSettings, UsageProvider } from '@rollcall/react';
import type { Hand } from '../hand.ts';
import {
  allowedClients,
  consentHistory,
  deletionDue,
  devices,
  erased,
  exported,
  notices,
  numberPlanned,
  waiting,
  withoutPhone,
} from '../written.ts';
import { submit, error, nothing, type Specimens } from './specimen.ts';

const account = (section: 'profile' | 'security' | 'devices' | 'privacy') => () => (
  <AccountSettings section={section} href={() => '#'} onPasswordChanged={nothing} signedOut={<p>–</p>} />
);
const wrongProfile = async (hand: Hand) => {
  await hand.type('nickname', 'no spaces allowed');
  await hand.type('qq', '12');
  await hand.press(submit);
  await hand.see('[role=alert] ul');
};

const data = () => <AccountData />;

export const accountStates = {
  'account-data': {
    begin: { draw: data, signedIn: true, reach: hand => hand.see('button') },
    working: {
      draw: data,
      signedIn: true,
      answers: { 'accounts/export': 'never' },
      reach: async hand => {
        await hand.press('button');
        await hand.see('[data-working]');
      },
    },
    error: {
      draw: data,
      signedIn: true,
      answers: { 'accounts/export': 'lost' },
      reach: async hand => {
        await hand.press('button');
        await hand.see(error);
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
      answers: { 'accounts/logout': 'lost', 'agreements/unsigned': { data: [] } },
      reach: async hand => {
        await hand.see('[name=nickname]');
        await hand.press('button');
        await hand.see(error);
      },
    },
    summary: {
      draw: account('profile'),
      signedIn: true,
      answers: { 'agreements/unsigned': { data: [] } },
      reach: wrongProfile,
    },
    saving: {
      draw: account('profile'),
      signedIn: true,
      answers: { 'agreements/unsigned': { data: [] }, 'accounts/info': 'never' },
      reach: async hand => {
        await hand.type('nickname', '小满');
        await hand.press(submit);
        await hand.see('[data-working]');
      },
    },
    profile: { draw: account('profile'), signedIn: true, reach: hand => hand.see('[name=nickname]') },
    security: { draw: account('security'), signedIn: true, reach: hand => hand.see('dl') },
    'security-notices': {
      draw: account('security'),
      signedIn: true,
      answers: { 'agreements/unsigned': { data: [] }, 'accounts/notices': { data: notices } },
      reach: hand => hand.see('section li'),
    },
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
      answers: { 'agreements/unsigned': { data: [] }, 'accounts/devices': { data: devices } },
      reach: async hand => {
        await hand.see('section li');
        await hand.press('section ul ~ div > button');
        await hand.see('section form');
      },
    },
    'devices-ending': {
      draw: account('devices'),
      signedIn: true,
      answers: { 'agreements/unsigned': { data: [] }, 'devices/end': 'never' },
      reach: async hand => {
        await hand.press('section li button');
        await hand.see('[data-working]');
      },
    },
    'devices-alone': {
      draw: account('devices'),
      signedIn: true,
      answers: { 'agreements/unsigned': { data: [] }, 'accounts/devices': { data: devices.slice(0, 1) } },
      reach: hand => hand.see('section li'),
    },
    privacy: { draw: account('privacy'), signedIn: true, reach: hand => hand.see('section progress') },
    deletion: {
      draw: account('profile'),
      signedIn: true,
      answers: { 'accounts/privacy': { data: deletionDue } },
      reach: hand => hand.see('[name=nickname]'),
    },
    'number-change': {
      draw: account('profile'),
      signedIn: true,
      answers: { 'accounts/privacy': { data: numberPlanned } },
      reach: hand => hand.see('[name=nickname]'),
    },
    'deletion-kept': {
      draw: () => (
        <AccountSettings section="devices" href={() => '#'} onPasswordChanged={nothing} goOn="#lesson" />
      ),
      signedIn: true,
      answers: {
        'agreements/unsigned': { data: [] },
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
        'agreements/unsigned': { data: [] },
        'usage/v1/consents': { data: consentHistory },
        'usage/v1/data/jobs': { data: [exported, erased] },
        'openid/clients': { data: allowedClients },
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
        'agreements/unsigned': { data: [] },
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
      answers: { 'agreements/unsigned': { data: [] }, 'usage/v1/data/jobs': { data: [] } },
      reach: hand => hand.see('details'),
    },
  },
} as const satisfies Specimens;
