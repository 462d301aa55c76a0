import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError, Reader, InvalidSetting } from '../platform/config-reader.ts';
import { isLoopback } from './hosts.ts';
import { messageSettings } from './settings.ts';
import { smtpSettings } from './smtp-settings.ts';
import { parseTemplates, templateFor } from './templates.ts';
import { makeCertificate } from './testing/certificate.ts';

type Environment = Record<string, string>;

const full: Record<'aliyun' | 'tencent' | 'smtp', Environment> = {
  aliyun: {
    ROLLCALL_ALIYUN_ACCESS_KEY_ID: 'id',
    ROLLCALL_ALIYUN_ACCESS_KEY_SECRET: 'hush',
    ROLLCALL_ALIYUN_SMS_SIGN: '点名',
    ROLLCALL_ALIYUN_SMS_TEMPLATES: 'SMS_1',
  },
  tencent: {
    ROLLCALL_TENCENT_SECRET_ID: 'id',
    ROLLCALL_TENCENT_SECRET_KEY: 'hush',
    ROLLCALL_TENCENT_SMS_APP_ID: '1400000001',
    ROLLCALL_TENCENT_SMS_SIGN: '点名',
    ROLLCALL_TENCENT_SMS_TEMPLATES: '1',
    ROLLCALL_TENCENT_VOICE_APP_ID: '1400000002',
    ROLLCALL_TENCENT_VOICE_TEMPLATES: '2',
  },
  smtp: {
    ROLLCALL_SMTP_URL: 'smtps://user%40x:p%2Fw@mail.school.example',
    ROLLCALL_SMTP_FROM: 'School <no-reply@school.example>',
  },
};
const all = { ...full.aliyun, ...full.tencent, ...full.smtp };
const names = ['aliyun', 'tencent', 'smtp'] as const;

const read = (env: Environment, production = false) => {
  const reader = new Reader(env);
  const settings = messageSettings(reader, names, production);
  reader.end();
  return settings;
};
const problems = (env: Environment, production = false): readonly string[] => {
  try {
    read(env, production);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};
const without = (name: string): Environment =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== name));

describe('the senders’ settings', () => {
  it('have the vendors’ own endpoints and three seconds by default', () => {
    expect(read(all, true)).toMatchObject({
      timeoutMs: 3000,
      aliyun: { sms: { url: 'https://dysmsapi.aliyuncs.com', sign: '点名' }, voice: undefined },
      tencent: {
        region: 'ap-guangzhou',
        sms: { url: 'https://sms.tencentcloudapi.com', params: ['code', 'minutes'] },
        voice: { url: 'https://vms.tencentcloudapi.com', appId: '1400000002' },
      },
      smtp: {
        host: 'mail.school.example',
        port: 465,
        tls: 'implicit',
        user: 'user@x',
        password: 'p/w',
        from: { name: 'School', address: 'no-reply@school.example' },
        ca: undefined,
      },
    });
  });

  it('of senders that are not listed are not looked at', () => {
    const reader = new Reader({ ROLLCALL_ALIYUN_SMS_URL: 'nonsense' });
    const settings = messageSettings(reader, ['development'], true);
    expect(() => reader.end()).not.toThrow();
    expect(settings).toEqual({ timeoutMs: 3000, aliyun: undefined, tencent: undefined, smtp: undefined });
  });

  it.each(Object.keys(all))('name %s where a listed sender lacks it', name => {
    expect(problems(without(name))).toEqual([
      expect.stringMatching(new RegExp(`^${name} is not set; expected: `)),
    ]);
  });

  it('name the templates where a vendor has neither text messages nor voice', () => {
    const { ROLLCALL_ALIYUN_SMS_SIGN: _, ...rest } = without('ROLLCALL_ALIYUN_SMS_TEMPLATES');
    expect(problems(rest)).toEqual([
      expect.stringMatching(
        /^ROLLCALL_ALIYUN_SMS_TEMPLATES is not set.*ROLLCALL_ALIYUN_VOICE_TEMPLATES.*lists aliyun/,
      ),
    ]);
  });

  it.each([
    ['ROLLCALL_SENDER_TIMEOUT_MS', '5', 'from 100'],
    ['ROLLCALL_ALIYUN_SMS_URL', 'ftp://x', 'a URL like'],
    ['ROLLCALL_ALIYUN_SMS_URL', 'https://x.example/?a=b', 'a URL like'],
    ['ROLLCALL_ALIYUN_SMS_TEMPLATES', 'SMS 1', 'templates like'],
    ['ROLLCALL_ALIYUN_VOICE_NUMBER', 'x', 'digits'],
    ['ROLLCALL_TENCENT_SMS_APP_ID', 'app', 'digits'],
    ['ROLLCALL_TENCENT_SMS_PARAMS', 'code,name', 'code, minutes'],
    ['ROLLCALL_TENCENT_SMS_URL', 'https://gateway.example', 'begins with "sms."'],
    ['ROLLCALL_TENCENT_VOICE_URL', 'http://127.0.0.1:1/sms.tencentcloudapi.com', 'begins with "vms."'],
    ['ROLLCALL_TENCENT_REGION', 'Guangzhou!', 'ap-guangzhou'],
    ['ROLLCALL_SMTP_FROM', 'School', 'an address'],
    ['ROLLCALL_SMTP_FROM', 'a@b.example, c@d.example', 'an address'],
    ['ROLLCALL_SMTP_TLS', 'maybe', 'one of required, none'],
    ['ROLLCALL_SMTP_TLS', 'none', 'with an smtps: URL'],
    ['ROLLCALL_SMTP_CA', '/nowhere.pem', 'PEM'],
  ])('name %s where it is %s', (name, value, expected) => {
    const message = problems({ ...all, ROLLCALL_ALIYUN_VOICE_TEMPLATES: 'TTS_1', [name]: value });
    expect(message).toEqual([expect.stringContaining(`${name} is "`)]);
    expect(message[0]).toContain(expected);
  });

  it('never show a password', () => {
    const message = [
      ...problems({ ...all, ROLLCALL_SMTP_URL: 'http://user:hush@mail.example' }),
      ...problems({ ...all, ROLLCALL_SMTP_URL: 'smtp://user:hush%@mail.example' }),
      ...problems({ ...all, ROLLCALL_ALIYUN_SMS_URL: 'https://user:hush@x.example' }),
    ];
    expect(message).toHaveLength(3);
    expect(message.join()).not.toContain('hush');
  });
});

describe('in production', () => {
  it.each([
    'http://dysmsapi.aliyuncs.com',
    'http://127.0.0.1:8090/aliyun/dysmsapi',
    'https://localhost:8090/aliyun',
    'https://[::1]/aliyun',
    'https://0.0.0.0/aliyun',
    'https://2130706433/aliyun',
  ])('the simulator %s is refused and named', url => {
    expect(problems({ ...all, ROLLCALL_ALIYUN_SMS_URL: url }, false)).toEqual([]);
    expect(problems({ ...all, ROLLCALL_ALIYUN_SMS_URL: url }, true)).toEqual([
      expect.stringMatching(/^ROLLCALL_ALIYUN_SMS_URL is ".*no simulator\.$/),
    ]);
  });

  it('mail in clear goes to a server of the same machine only', () => {
    const clear = { ...all, ROLLCALL_SMTP_TLS: 'none' };
    expect(problems({ ...clear, ROLLCALL_SMTP_URL: 'smtp://mail.school.example:25' }, true)).toEqual([
      expect.stringMatching(/^ROLLCALL_SMTP_TLS is "none".*prod/),
    ]);
    expect(problems({ ...clear, ROLLCALL_SMTP_URL: 'smtp://127.0.0.1:25' }, true)).toEqual([]);
    expect(problems({ ...clear, ROLLCALL_SMTP_URL: 'smtp://mail.school.example:25' }, false)).toEqual([]);
  });

  it('this machine has many names, and others have none of them', () => {
    for (const host of [
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:7f00:1]',
    ]) {
      expect(isLoopback(host), host).toBe(true);
    }
    for (const host of [
      'localhost.example',
      '128.0.0.1',
      '10.0.0.1',
      'dysmsapi.aliyuncs.com',
      '[::2]',
      '[fe80::1]',
    ]) {
      expect(isLoopback(host), host).toBe(false);
    }
  });
});

describe('the mail server’s settings', () => {
  const smtp = (env: Environment, file = '') => {
    const reader = new Reader({ ...full.smtp, ...env });
    const settings = smtpSettings(reader, true, () => file);
    reader.end();
    return settings;
  };

  it('demand STARTTLS at port 587 for smtp:', () => {
    expect(smtp({ ROLLCALL_SMTP_URL: 'smtp://mail.school.example' })).toMatchObject({
      port: 587,
      tls: 'starttls',
      user: undefined,
      password: undefined,
    });
    expect(smtp({ ROLLCALL_SMTP_URL: 'smtp://[2001:db8::1]:2525' })).toMatchObject({
      host: '2001:db8::1',
      port: 2525,
    });
  });

  it('take certificates out of a file, and only certificates', () => {
    const { cert, key } = makeCertificate();
    expect(smtp({ ROLLCALL_SMTP_CA: 'ca.pem' }, `# ours\n${cert}${cert}`).ca).toBe(cert + cert);
    expect(() => smtp({ ROLLCALL_SMTP_CA: 'ca.pem' }, key)).toThrow('ROLLCALL_SMTP_CA is "ca.pem"');
    expect(() => smtp({ ROLLCALL_SMTP_CA: 'ca.pem' }, cert.replace(/M/g, 'N'))).toThrow('ROLLCALL_SMTP_CA');
  });

  it.each([
    ['no-reply@school.example', '', 'no-reply@school.example'],
    ['"School, the" <a@b.example>', 'School, the', 'a@b.example'],
    ['点名<a@b.example>', '点名', 'a@b.example'],
  ])('read the sender %s', (value, name, address) => {
    expect(smtp({ ROLLCALL_SMTP_FROM: value }).from).toEqual({ name, address });
  });
});

describe('templates', () => {
  const purposes = [
    'register',
    'login',
    'silence',
    'oauth',
    'bind',
    'change',
    'update',
    'reset',
    'common',
  ] as const;

  it('are found by purpose and language, then language, then purpose, then what is for the rest', () => {
    const templates = parseTemplates('A, register.en=B, en=C, login=D');
    expect(templateFor(templates, 'register', 'en')).toBe('B');
    expect(templateFor(templates, 'login', 'en')).toBe('C');
    expect(templateFor(templates, 'login', 'zh-CN')).toBe('D');
    expect(templateFor(templates, 'reset', 'zh-CN')).toBe('A');
  });

  it.each(['register=A', 'zh-CN=A', 'A, A', 'en=A, en=B, C', 'pigeon=A, B', 'fr=A, B', '=A', 'A=', ''])(
    '"%s" is refused',
    value => {
      expect(() => parseTemplates(value)).toThrow(InvalidSetting);
    },
  );

  it('once read, have one for every message to a phone', () => {
    const key = fc.constantFrom('', 'zh-CN', 'en', ...purposes, ...purposes.map(purpose => `${purpose}.en`));
    const list = fc.array(fc.tuple(key, fc.stringMatching(/^[A-Z]{1,3}_\d{1,9}$/)), { maxLength: 30 });
    let taken = 0;
    fc.assert(
      fc.property(list, entries => {
        const text = entries.map(([name, code]) => (name === '' ? code : `${name} = ${code}`)).join(' , ');
        let templates: ReturnType<typeof parseTemplates>;
        try {
          templates = parseTemplates(text);
        } catch {
          return;
        }
        taken += 1;
        for (const purpose of purposes) {
          for (const language of ['zh-CN', 'en'] as const) {
            const found = templateFor(templates, purpose, language);
            expect(entries.map(([, code]) => code)).toContain(found);
          }
        }
        expect(templates.size).toBe(entries.length);
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(0);
  });
});
