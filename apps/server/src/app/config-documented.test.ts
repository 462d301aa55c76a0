import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

/** Sends the configuration through every branch that reads a variable. */
const listed: Record<string, string> = {
  ROLLCALL_SENDERS: 'aliyun,tencent,smtp',
  ROLLCALL_ALIYUN_SMS_TEMPLATES: 'SMS_1',
  ROLLCALL_ALIYUN_VOICE_TEMPLATES: 'TTS_1',
  ROLLCALL_TENCENT_SMS_TEMPLATES: '1',
  ROLLCALL_TENCENT_VOICE_TEMPLATES: '2',
  ROLLCALL_CAPTCHA_VENDORS: 'geetest,tencent,netease,nextdata,aliyun',
};

it('every variable that is read stands in docs/configuration.md, and no other', () => {
  const read = new Set<string>();
  const env = new Proxy(listed, {
    get: (target, name: string) => {
      read.add(name);
      return target[name];
    },
  });
  // What the listed senders lack is told; nothing is kept on the disk.
  expect(() => readConfig(env)).toThrow('ROLLCALL_SMTP_URL is not set');
  const text = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  const [served = ''] = text.split('## For tests');
  const documented = [...served.matchAll(/^\| `((?:ROLLCALL|OTEL)_\w+)` \|/gm)].map(match => match[1]);
  expect(documented.length).toBeGreaterThan(30);
  expect(documented.toSorted()).toEqual([...read].toSorted());
});
