/** Our clients against the vendors' simulators, run as a process of their own: both read the documents alike. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMIT } from '../../../../../tools/testing/limits.ts';
import { readConfig } from '../../app/config.ts';
import { createAliyun } from './aliyun.ts';
import { createGeetest } from './geetest.ts';
import { createNetease } from './netease.ts';
import { createNextdata } from './nextdata.ts';
import type { HumanVerificationSettings } from './settings.ts';
import { createTencent } from './tencent.ts';

let simulators: ChildProcess;
let settings: Required<HumanVerificationSettings>;
const passer = { ip: '192.0.2.7', name: 'somebody' };

beforeAll(async () => {
  const root = fileURLToPath(new URL('../../../../../', import.meta.url));
  simulators = spawn(process.execPath, ['--import', 'tsx', 'apps/simulators/src/main.ts'], {
    cwd: root,
    env: { ...process.env, SIMULATORS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    simulators.once('exit', code => reject(new Error(`The simulators ended with ${code}.`)));
    let text = '';
    simulators.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /(http:\/\/[\w.:]+)\/control/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
  settings = readConfig({
    ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
    ROLLCALL_CAPTCHA_VENDORS: 'geetest,tencent,netease,nextdata,aliyun',
    ROLLCALL_GEETEST_URL: `${url}/geetest`,
    ROLLCALL_GEETEST_BYPASS_URL: `${url}/geetest`,
    ROLLCALL_GEETEST_ID: 'c0ffee00000000000000000000000001',
    ROLLCALL_GEETEST_KEY: 'geetest0simulator0key00000000001',
    ROLLCALL_TENCENT_CAPTCHA_URL: `${url}/tencent/captcha.tencentcloudapi.com`,
    ROLLCALL_TENCENT_CAPTCHA_APP_ID: '190000001',
    ROLLCALL_TENCENT_CAPTCHA_APP_SECRET: 'tencent-captcha-simulator-key',
    ROLLCALL_TENCENT_CAPTCHA_SECRET_ID: 'tencent-simulator-id',
    ROLLCALL_TENCENT_CAPTCHA_SECRET_KEY: 'tencent-simulator-key',
    ROLLCALL_NETEASE_CAPTCHA_URL: `${url}/netease`,
    ROLLCALL_NETEASE_CAPTCHA_ID: 'decade00000000000000000000000001',
    ROLLCALL_NETEASE_CAPTCHA_SECRET_ID: 'netease-simulator-id',
    ROLLCALL_NETEASE_CAPTCHA_SECRET_KEY: 'netease-simulator-key',
    ROLLCALL_NEXTDATA_URL: `${url}/nextdata`,
    ROLLCALL_NEXTDATA_ORGANIZATION: 'nextdata-simulator',
    ROLLCALL_NEXTDATA_ACCESS_KEY: 'nextdata-simulator-access-key',
    ROLLCALL_ALIYUN_CAPTCHA_URL: `${url}/aliyun/afs`,
    ROLLCALL_ALIYUN_CAPTCHA_APP_KEY: 'FFFF0N00000000000001',
    ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_ID: 'aliyun-simulator-key',
    ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_SECRET: 'aliyun-simulator-secret',
  }).humanVerification as Required<HumanVerificationSettings>;
});
afterAll(async () => {
  if (simulators?.exitCode !== null) return;
  const ended = new Promise(resolve => simulators.once('exit', resolve));
  simulators.kill('SIGTERM');
  await ended;
});

test("GeeTest's status is up and it gives a challenge", async () => {
  const geetest = createGeetest(settings.geetest, LIMIT);
  await geetest.look();
  expect(geetest.healthy()).toBe(true);
  expect((await geetest.register(passer)).success).toBe(1);
  geetest.close();
});

// A fault would say that a signature, a key or a field is not as the vendor wants it.
test('Tencent validates a ticket', async () => {
  const answer = { tencentTicket: 't03forged', randomStr: '@abc' };
  expect(await createTencent(settings.tencent, LIMIT).check(answer, passer)).toBe(false);
});
test('NetEase validates a result', async () => {
  expect(await createNetease(settings.netease, LIMIT).check('forged', passer)).toBe(false);
});
test('NextData validates a result', async () => {
  expect(await createNextdata(settings.nextdata, LIMIT).check('forged', passer)).toBe(false);
});
test('Aliyun validates a result', async () => {
  const answer = { sessionId: 's', sig: 's', token: 't' };
  expect(await createAliyun(settings.aliyun, LIMIT).check(answer, passer)).toBe(false);
});
