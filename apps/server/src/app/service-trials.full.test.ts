/** Admins try the keys of vendors, here against the simulators in a process of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type BodyOf, refusals } from '@rollcall/contract';
import type { ConsoleCalls, TriedService } from '@rollcall/contract/console';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  simulatedHumanVerification,
  simulatedMessages,
  simulatedThirdParties,
} from '../../../../tools/simulated.mjs';
import { type TestConsole, testConsole } from '../features/console/testing/console.ts';
import { makeCertificate } from '../messages/testing/certificate.ts';
import { serveMail } from '../messages/testing/mail-server.ts';

let simulators: ChildProcess;
let url: string;
let mail: Awaited<ReturnType<typeof serveMail>>;
let context: TestConsole | undefined;
beforeAll(async () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  simulators = spawn(process.execPath, ['--import', 'tsx', 'apps/simulators/src/main.ts'], {
    cwd: root,
    env: { ...process.env, SIMULATORS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await new Promise<string>((resolve, reject) => {
    simulators.once('exit', code => reject(new Error(`The simulators ended with ${code}.`)));
    let text = '';
    simulators.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /(http:\/\/[\w.:]+)\/control/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
  mail = await serveMail({ tls: 'none', certificate: makeCertificate() });
});
afterEach(async () => {
  await context?.stop();
  context = undefined;
});
afterAll(async () => {
  await mail?.stop();
  if (simulators?.exitCode !== null) return;
  const ended = new Promise(resolve => simulators.once('exit', resolve));
  simulators.kill('SIGTERM');
  await ended;
});

/** Starts a console with every vendor, simulated, and with these settings. */
const start = async (env: Record<string, string> = {}) => {
  context = await testConsole({
    ...simulatedMessages(url),
    ...simulatedThirdParties(url),
    ...simulatedHumanVerification(url),
    ROLLCALL_SENDERS: 'aliyun,tencent,smtp',
    ROLLCALL_ALIYUN_VOICE_URL: `${url}/aliyun/dyvmsapi`,
    ROLLCALL_ALIYUN_VOICE_TEMPLATES: 'TTS_20260109, en=TTS_20260209',
    ROLLCALL_TENCENT_VOICE_URL: `${url}/tencent/vms.tencentcloudapi.com`,
    ROLLCALL_TENCENT_VOICE_APP_ID: '1400000002',
    ROLLCALL_TENCENT_VOICE_TEMPLATES: '2026039, en=2026049',
    ROLLCALL_SMTP_URL: mail.url,
    ROLLCALL_SMTP_FROM: 'no-reply@school.example',
    ROLLCALL_SMTP_TLS: 'none',
    ...env,
  });
  return context;
};
const tried = async (service: TriedService) => {
  if (!context) throw new Error('no console');
  const { items } = await context.call('tryService', {
    cookie: context.cookies.admin,
    body: { service },
  });
  return items;
};

test('keys that are right are accepted, and nothing is sent', async () => {
  const { server } = await start();
  const accepted = { outcome: 'accepted', code: null };
  for (const name of ['aliyun', 'tencent'] as const)
    expect(await tried(name)).toEqual([
      { name, channel: 'sms', ...accepted },
      { name, channel: 'voice', ...accepted },
    ]);
  expect(await tried('smtp')).toEqual([{ name: 'smtp', channel: 'email', ...accepted }]);
  expect((await tried('wechat')).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  expect((await tried('qq')).map(({ outcome }) => outcome)).toEqual(['accepted']);
  expect(await tried('human-verification')).toEqual(
    ['geetest', 'tencent', 'netease', 'nextdata', 'aliyun'].map(name => ({
      name,
      channel: null,
      ...accepted,
    })),
  );
  expect(mail.accepted).toEqual([]);
  const entries = await server.app.db
    .selectFrom('audit_log')
    .select('subject')
    .where('act', '=', 'settings.try-service')
    .orderBy('id')
    .execute();
  expect(entries.map(({ subject }) => subject)).toEqual([
    'aliyun',
    'tencent',
    'smtp',
    'wechat',
    'qq',
    'human-verification',
  ]);
});

test('keys that are wrong are refused with the code of the vendor', async () => {
  await start({
    ROLLCALL_ALIYUN_ACCESS_KEY_SECRET: 'wrong',
    ROLLCALL_TENCENT_SECRET_KEY: 'wrong',
    ROLLCALL_WECHAT_APPS: 'wx0000000000000001:wrong',
    ROLLCALL_WECHAT_SERVICE_APPS: '',
    ROLLCALL_QQ_APPS: '100000001:wrong',
    ROLLCALL_NETEASE_CAPTCHA_SECRET_KEY: 'wrong',
    ROLLCALL_NEXTDATA_ACCESS_KEY: 'wrong',
  });
  const refused = { outcome: 'refused', code: expect.stringMatching(/\w/) };
  for (const service of ['aliyun', 'tencent'] as const)
    expect(await tried(service), service).toMatchObject([refused, refused]);
  for (const service of ['wechat', 'qq'] as const)
    expect(await tried(service), service).toMatchObject([refused]);
  expect(await tried('human-verification')).toMatchObject([
    { name: 'geetest' },
    { name: 'tencent' },
    { name: 'netease', ...refused },
    { name: 'nextdata', ...refused },
    { name: 'aliyun' },
  ]);
});

test('what does not answer is told apart, and what is not configured has no line', async () => {
  const nobody = 'http://127.0.0.1:9';
  await start({
    ROLLCALL_SENDERS: 'aliyun,smtp',
    ROLLCALL_ALIYUN_SMS_URL: nobody,
    ROLLCALL_WECHAT_URL: nobody,
    ROLLCALL_SMTP_URL: 'smtp://127.0.0.1:9',
    ROLLCALL_QQ_APPS: '',
  });
  for (const service of ['aliyun', 'smtp', 'wechat'] as const)
    expect((await tried(service))[0], service).toMatchObject({ outcome: 'unavailable' });
  expect(await tried('tencent')).toEqual([]);
  expect(await tried('qq')).toEqual([]);
});

test('admins alone try, with a fresh proof, and a limited number of times an hour', async () => {
  const { ask, cookies, operator, server } = await start({ ROLLCALL_QQ_APPS: '' });
  const statusOf = async (cookie: string) =>
    (await ask('tryService', { cookie, body: { service: 'qq' } })).status;
  expect(await statusOf(cookies.support)).toBe(403);
  const statuses = new Set<number>();
  for (let times = 0; times < 20; times += 1) statuses.add(await statusOf(cookies.admin));
  expect([...statuses]).toEqual([200]);
  const refused = await ask('tryService', { cookie: cookies.admin, body: { service: 'qq' } });
  expect(refused.status).toBe(429);
  const { retry_after: seconds } = (refused.json?.data ?? {}) as { retry_after: number };
  // Presses that are refused do not make the wait longer.
  for (let times = 0; times < 5; times += 1) expect(await statusOf(cookies.admin)).toBe(429);
  server.now.move(seconds * 1000);
  expect(await statusOf(await operator('admin'))).toBe(200);
  server.now.move(6 * 60_000);
  const old = await ask('tryService', { cookie: cookies.admin, body: { service: 'qq' } });
  expect(old.json?.code).toBe(
    (await ask('uploadMark', { cookie: cookies.admin, body: { picture: 'AAAA' } })).json?.code,
  );
});

test('a test message goes by the first vendor that takes it, and lies in its outbox', async () => {
  const tests = await start({
    ROLLCALL_ALIYUN_SMS_TEMPLATES: 'SMS_20260109, reset=SMS_19990101, en=SMS_20260209',
  });
  const send = async (body: BodyOf<ConsoleCalls['sendTestMessage']>) => {
    const { items } = await tests.call('sendTestMessage', { cookie: tests.cookies.admin, body });
    return items;
  };
  const outbox = async (to: string) => (await fetch(`${url}/control/messages?to=${to}`)).json();
  const shared = { purpose: 'login', language: 'zh-CN' } as const;
  expect(await send({ ...shared, channel: 'sms', to: '13812345601' })).toEqual([
    { name: 'aliyun', outcome: 'sent', reason: null },
  ]);
  expect(await outbox('13812345601')).toMatchObject([
    { vendor: 'aliyun-sms', text: expect.stringContaining('000000') },
  ]);
  expect(await send({ ...shared, channel: 'sms', to: '13812345602', purpose: 'reset' })).toEqual([
    { name: 'aliyun', outcome: 'failed', reason: 'isv.SMS_TEMPLATE_ILLEGAL' },
    { name: 'tencent', outcome: 'sent', reason: null },
  ]);
  expect(await outbox('13812345602')).toMatchObject([{ vendor: 'tencent-sms' }]);
  expect(await send({ ...shared, channel: 'voice', to: '13812345603' })).toMatchObject([{ outcome: 'sent' }]);
  expect(await outbox('13812345603')).toMatchObject([{ vendor: 'aliyun-voice' }]);
  expect(await send({ ...shared, channel: 'email', to: 'lin@school.example' })).toEqual([
    { name: 'smtp', outcome: 'sent', reason: null },
  ]);
  expect(mail.accepted).toHaveLength(1);
  const body = { ...shared, channel: 'sms', to: '13812345604' } as const;
  expect((await tests.ask('sendTestMessage', { cookie: tests.cookies.support, body })).status).toBe(403);
  tests.server.now.move(6 * 60_000);
  const old = await tests.ask('sendTestMessage', { cookie: tests.cookies.admin, body });
  expect(old.json?.code).toBe(refusals.ProofRequired.code);
  // Neither is counted.
  const again = await tests.operator('admin');
  expect((await tests.ask('sendTestMessage', { cookie: again, body })).status).toBe(200);
  expect(
    await tests.ask('sendTestMessage', { cookie: again, body: { ...body, to: '13812345605' } }),
  ).toMatchObject({
    status: 429,
  });
  const entries = await tests.server.app.db
    .selectFrom('audit_log')
    .select(['subject', 'after'])
    .where('act', '=', 'settings.send-test-message')
    .orderBy('id')
    .execute();
  expect(entries).toHaveLength(5);
  expect(JSON.stringify(entries)).not.toMatch(/1\d{10}|lin@/);
});
