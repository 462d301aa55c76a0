/** One table describes each setting: its reader, its defaults and docs/configuration.md agree with it. */
import { readFileSync } from 'node:fs';
import { consoleCalls, settingLength } from '@rollcall/contract/console';
import { expect, it } from 'vitest';
import { type Setting, usualOf } from '../platform/setting.ts';
import { type Config, readConfig } from './config.ts';
import { settingGroups } from './setting-groups.ts';

const text = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
const all = settingGroups.flatMap(({ settings }) => settings);

/** Sends the configuration through every branch that reads a variable. */
const listed: Record<string, string> = {
  ROLLCALL_SENDERS: 'aliyun,tencent,smtp',
  ROLLCALL_ALIYUN_SMS_TEMPLATES: 'SMS_1',
  ROLLCALL_ALIYUN_VOICE_TEMPLATES: 'TTS_1',
  ROLLCALL_TENCENT_SMS_TEMPLATES: '1',
  ROLLCALL_TENCENT_VOICE_TEMPLATES: '2',
  ROLLCALL_CAPTCHA_VENDORS: 'geetest,tencent,netease,nextdata,aliyun',
};

it('every variable that is read stands in the table, and no other', () => {
  const read = new Set<string>();
  const env = new Proxy(listed, {
    get: (target, name: string) => {
      read.add(name);
      return target[name];
    },
  });
  // What the listed senders lack is told; nothing is kept on the disk.
  expect(() => readConfig(env)).toThrow('ROLLCALL_SMTP_URL is not set');
  expect(all.map(({ name }) => name).toSorted()).toEqual([...read].toSorted());
});

/** The cell of the default: a constant as code, in production another, or words. */
const usualCell = ({ usual }: Setting): string => {
  if (usual === undefined) return '';
  if (typeof usual !== 'object') return `\`${usual}\``;
  return 'prod' in usual ? `\`${usual.prod}\` in \`prod\`, else \`${usual.otherwise}\`` : usual.en;
};

it('docs/configuration.md has the line of each setting, in its group', () => {
  const [served = ''] = text.split('## For tests');
  const sections = new Map(
    served.split(/^#{2,3} /m).map(section => [section.slice(0, section.indexOf('\n')), section]),
  );
  for (const { title, settings } of settingGroups) {
    const lines = sections.get(title.en)?.match(/^\| `(?:ROLLCALL|OTEL)_.*$/gm) ?? [];
    const expected = settings.map(setting => {
      const cell = usualCell(setting);
      return `| \`${setting.name}\` | ${cell}${cell && ' '}| ${setting.what.en} |`;
    });
    expect(lines.toSorted(), title.en).toEqual(expected.toSorted());
  }
});

const required: Record<string, string> = {
  ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
  ROLLCALL_ISSUER: 'https://accounts.school.example',
  ROLLCALL_PIDS: 'school',
  ROLLCALL_PRODUCTS: 'school',
};
const comparable = ({ settings, ...config }: Config) => ({ ...config, settings: settings.fromConsole });

/** Its script is another one where the variable is set. */
const OPEN_URL = 'ROLLCALL_WECHAT_OPEN_URL';

it.each([false, true])('a default that is set by name changes nothing (production: %s)', production => {
  const env = { ...required, ROLLCALL_ENV: production ? 'prod' : 'test' };
  const unset = comparable(readConfig(env));
  for (const { name, usual } of all) {
    const value = name === 'ROLLCALL_ENV' || name === OPEN_URL ? undefined : usualOf(usual, production);
    if (value === undefined || /_(?:NATS|ALIYUN|TENCENT|GEETEST|NETEASE|NEXTDATA|SMTP)_/.test(name)) continue;
    expect(comparable(readConfig({ ...env, [name]: String(value) })), name).toEqual(unset);
  }
});

it('what is named as a secret is never shown', () => {
  const secrets = all.filter(({ name }) =>
    /SECRET|TOKEN|PASSWORD|_APPS$|(?:ACCESS|GEETEST)_KEY|(?:DATABASE|SMTP|NATS|CLICKHOUSE(?:_SQL)?)_URL/.test(
      name,
    ),
  );
  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets.filter(({ form }) => form.kind !== 'secret').map(({ name }) => name)).toEqual([]);
});

it('every setting has words in both languages, with spaces between Chinese and Latin', () => {
  for (const { name, words } of all.flatMap(({ name, what, here = what }) => [
    { name, words: what },
    { name, words: here },
  ])) {
    expect(words.en, name).toMatch(/\S/);
    expect(words['zh-CN'], name).toMatch(/\p{Script=Han}|^[A-Za-z ]+。$/u);
    expect(words['zh-CN'].replaceAll(/`[^`]*`/g, ''), name).not.toMatch(
      /\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u,
    );
  }
});

it('what is set in the console is described by itself where the variable has a path or needs a restart', () => {
  const limit = settingLength.toLocaleString('en');
  const files = all.filter(({ form, inConsole }) => form.kind === 'file' && inConsole);
  expect(files.length).toBeGreaterThan(1);
  for (const { name, here } of files)
    for (const words of [here?.en, here?.['zh-CN']]) expect(words, name).toContain(limit);
  for (const { name, what, here = what, inConsole } of all)
    if (inConsole) expect(here.en, name).not.toMatch(/[Rr]estart the|MiB/);
});

it('every service that can be tried belongs to one group', () => {
  const services = consoleCalls.tryService.body.entries.service.options;
  expect(settingGroups.flatMap(({ tries = [] }) => tries).toSorted()).toEqual(services.toSorted());
});
