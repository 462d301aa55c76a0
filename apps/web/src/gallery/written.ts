/** Answers that several specimens share. */
import type { Answers } from './network.ts';
import { noFactors } from './written-second-factor.ts';

export const tokens = {
  access: { token: 'written', type: 'Bearer', expires_in: 3600 },
  refresh: { token: 'written', expires_in: 86_400 },
};
export const PHONE = '13800138000';

const agreement = { id: 4, code: 'terms', version: 3, title: '用户协议', url: '/gallery/terms' };
const agreements = [
  agreement,
  { id: 9, code: 'privacy', version: 2, title: '隐私政策', url: '/gallery/privacy' },
];
const text = `<main><h1>用户协议</h1><h2>一、账号</h2><p>账号归注册的人使用。请妥善保管密码；发现异常请及时修改。</p>
<h2>二、内容</h2><p>请只上传自己有权使用的作品。</p><ul><li>不冒用他人姓名</li><li>不传播他人的题解</li></ul>
<h2>三、停止使用</h2><p>您可以随时在账号页注销账号；15 天内可以反悔。</p></main>`;
/** A configured third party. */
export const writtenWechat = {
  provider: 'wechat',
  appid: 'written',
  authorize_url: 'https://wechat.example/authorize',
} as const;
/** The first agreement's page. */
export const firstAgreement = agreement;

const profile = {
  id: '1024',
  nickname: '林小满',
  avatar_url: null,
  fullname: '林小满',
  birthday: null,
  sex: null,
  qq: null,
  description: '喜欢画树，也喜欢走迷宫。',
  grade: 7,
};
const privacy = {
  id: '1024',
  phone_number: '138****8000',
  email: null,
  username: null,
  has_password: true,
  password_too_common: false,
  oauths: { wechat: true, qq: false },
  deletion_due_at: null,
};
const job = {
  id: '0b7f2c44-58a4-4be6-8ac3-0d0f8d1f2b11',
  kind: 'export',
  state: 'running',
  share: 0.4,
  events: 1200,
  bytes: 0,
  created_at: 1_790_000_000_000,
  finished_at: null,
  expires_at: null,
};

const device = (
  at: number,
  kind: string,
  system: string | null,
  browser: string | null,
  address: string,
) => ({
  id: `5a4be6a4-58a4-4be6-8ac3-0d0f8d1f2b1${at}`,
  current: at === 0,
  browser,
  system,
  kind,
  address,
  method: at === 1 ? ('wechat' as const) : ('password' as const),
  created_at: 1_789_000_000_000 - at * 2_000_000_000,
  last_used_at: 1_790_000_000_000 - at * 300_000_000,
});
/** Every kind of device, one of unknown name; the first is this one. */
export const devices = [
  device(0, 'desktop', 'Windows', 'Chrome 130', '203.0.113.7'),
  device(1, 'phone', 'iOS', 'Safari 18', '198.51.100.20'),
  device(2, 'phone', 'HarmonyOS NEXT', 'Huawei Browser 15.0.4.312', '2001:db8:85a3:8d3:1319:8a2e:370:7348'),
  device(3, 'tablet', 'Android', 'Firefox 131', '192.0.2.44'),
  device(4, 'other', null, null, '192.0.2.45'),
];

/** An export that is done, and one that waits. */
export const exported = {
  ...job,
  state: 'done',
  share: 1,
  events: 12_408,
  bytes: 1_240_000,
  finished_at: 1_790_000_090_000,
  expires_at: 1_790_600_000_000,
};
export const waiting = { ...job, state: 'waiting', share: 0, events: 0 };
/** An erasure that is done. */
export const erased = { ...exported, id: '0b7f2c44-58a4-4be6-8ac3-0d0f8d1f2b12', kind: 'erasure' };
/** Consents from two browsers, one withdrawn. */
const grant = { version: '2026-11', at: 1_789_000_000_000 };
export const consentHistory = [
  {
    record: 'b',
    product: 'rollcall',
    at: 1_789_900_000_000,
    received_at: 1_789_900_000_000,
    claimed: false,
    granted: {},
  },
  {
    record: 'a',
    product: 'rollcall',
    at: 1_789_000_000_000,
    received_at: 1_789_000_000_000,
    claimed: true,
    granted: { event: grant, view: grant },
  },
];

/** Sites that the person allowed to learn who they are. */
export const allowedClients = [
  { id: 'forum', name: '同学论坛', mark: null, scopes: ['openid', 'profile'], allowed_at: 1_789_900_000_000 },
];

/** A site with both third parties, an account, and codes that are always sent. */
export const everything: Answers = {
  'accounts/agreements': { data: agreements },
  // A sign-in asks for what is unsigned.
  'agreements/unsigned': { data: [] },
  'agreements/sign': { data: {} },
  '/gallery/terms': { data: text },
  '/gallery/privacy': { data: text },
  'oauth/providers': {
    data: [
      writtenWechat,
      { provider: 'qq', appid: 'written', authorize_url: 'https://qq.example/authorize' },
    ],
  },
  'captcha/login/post-process': { data: { retry_after: 60, expires_in: 600 } },
  'captcha/register/phone/with-agreement': { data: { retry_after: 60, expires_in: 600 } },
  'captcha/phone/bind': { data: { retry_after: 60, expires_in: 600 } },
  'captcha/login/silence': { data: { retry_after: 60, expires_in: 600 } },
  'captcha/common': { data: { retry_after: 60, expires_in: 600 } },
  'captcha/common/check': { data: { ticket: 'written' } },
  'email/captcha/login': { data: { retry_after: 60, expires_in: 600 } },
  'captcha/password/reset': { data: { retry_after: 60, expires_in: 600 } },
  'captcha/password/check': { data: { ticket: 'written' } },
  'phone/login/silence': { data: { auth: { account_id: '1024', created: false, token: tokens } } },
  'phone/login/post-process': { data: { auth: { account_id: '1024', created: false, token: tokens } } },
  'register/phone/with-agreement': { data: { auth: { account_id: '1024', created: true, token: tokens } } },
  'accounts/login': { status: 400, code: 'AC3_2' },
  'accounts/profile': { data: profile },
  'accounts/privacy': { data: privacy },
  'accounts/grade-list': { data: [{ id: 7, name: '初一' }] },
  'accounts/custom-fields': { data: [] },
  'accounts/devices': { data: devices.slice(0, 2) },
  'accounts/notices': { data: [] },
  'openid/clients': { data: [] },
  'accounts/second-factors': { data: noFactors },
  'usage/v1/consents': { data: [] },
  'usage/v1/data/jobs': { data: [job] },
  'usage/v1/data/job': { data: job },
};
/** Security messages that could not be sent. */
export const notices = [
  {
    id: '0190a5a4-0000-4000-8000-000000000001',
    text: '您的账号在新设备上登录（Windows 10 · Chrome 128，IP 203.0.113.7）',
    at: 1_789_980_000_000,
  },
  { id: '0190a5a4-0000-4000-8000-000000000002', text: '您的账号绑定了微信', at: 1_789_900_000_000 },
];
/** The account with a requested deletion. */
export const deletionDue = { ...privacy, deletion_due_at: 1_791_000_000_000 };
/** The account to which the school will add a number. */
export const numberPlanned = {
  ...privacy,
  phone_number: null,
  number_change: { phone_number: '139****0002', due_at: 1_790_200_000_000 },
};
/** An account without a phone number. */
export const withoutPhone = { ...privacy, phone_number: null };
