import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../../app/config.ts';
import { ConfigError } from '../../../../platform/config-reader.ts';
import { createNameList } from './name-list.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-names-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const file = (content: string | Buffer): string => {
  const path = join(folder, 'names.txt');
  writeFileSync(path, content);
  return path;
};
const read = (env: Record<string, string>) =>
  readConfig({ ROLLCALL_SECRET: 'Zq3-a-secret-of-my-own-0123456789-xyz', ...env }).names;
const problems = (env: Record<string, string>): readonly string[] => {
  try {
    read(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

it('reads a school’s list, and keeps its own names for it', () => {
  const { own, review } = read({
    ROLLCALL_REFUSED_NAMES: file('小林\n!王老师\n'),
    ROLLCALL_NAME: '蓝鸟学校',
    ROLLCALL_NAME_EN: 'Bluebird School',
  });
  expect(review).toBeUndefined();
  const names = createNameList(own);
  for (const name of ['小林', '蓝鸟学校', 'BluebirdSchool', '李老师']) expect(names.refuses(name)).toBe(true);
  expect(names.refuses('王老师')).toBe(false);
});

it('keeps names with the school’s name in them for it, unless the name is short', () => {
  const list = (name: string) => createNameList(read({ ROLLCALL_NAME: name }).own);
  for (const name of ['蓝鸟学校', '蓝鸟学校老师', '蓝鸟学校通知', '蓝鸟学校01班', '我在蓝·鸟学校'])
    expect(list('蓝鸟学校').refuses(name), name).toBe(true);
  for (const name of ['BluebirdTeam', 'Team_B1uebird'])
    expect(list('Bluebird').refuses(name), name).toBe(true);
  // Two characters, or five letters, are part of other names.
  for (const [school, inside] of [
    ['蓝鸟', '小蓝鸟'],
    ['Oak', 'Cloak'],
    ['*Oak*', 'Cloak'],
  ] as const) {
    expect(list(school).refuses(school.replaceAll('*', '')), school).toBe(true);
    expect(list(school).refuses(inside), inside).toBe(false);
  }
});

it('reads the service that reviews names', () => {
  const receiver = {
    ROLLCALL_NAME_REVIEW_URL: 'https://school.example/names?v=1',
    ROLLCALL_NAME_REVIEW_SECRET: 'a-secret-of-the-school',
  };
  expect(read(receiver).review).toEqual({
    url: receiver.ROLLCALL_NAME_REVIEW_URL,
    secret: receiver.ROLLCALL_NAME_REVIEW_SECRET,
    timeoutMs: 2_000,
    allowsUnanswered: true,
  });
  expect(read({ ...receiver, ROLLCALL_NAME_REVIEW_UNANSWERED: 'refuse' }).review).toMatchObject({
    allowsUnanswered: false,
  });
});

it.each([
  ['ROLLCALL_NAME_REVIEW_URL', 'school.example/names', /a URL like/],
  ['ROLLCALL_NAME_REVIEW_SECRET', 'short', /at least 16 characters/],
  ['ROLLCALL_NAME_REVIEW_UNANSWERED', 'maybe', /one of allow, refuse/],
  ['ROLLCALL_NAME_REVIEW_TIMEOUT_MS', '0', /from 100 to 10000/],
  ['ROLLCALL_REFUSED_NAMES', '/nowhere/names.txt', /names\.txt.*ENOENT/],
])('%s=%s is refused', (name, value, expected) => {
  expect(problems({ [name]: value })).toEqual([expect.stringMatching(expected)]);
});

it('refuses a file that is no text, by its fault', () => {
  expect(problems({ ROLLCALL_REFUSED_NAMES: file(Buffer.from([0xff, 0xfe, 0x00])) })).toEqual([
    expect.stringMatching(/UTF-8/),
  ]);
  expect(problems({ ROLLCALL_REFUSED_NAMES: file('小明\n*') })).toEqual([expect.stringMatching(/line 2/)]);
  expect(problems({ ROLLCALL_NAME_REVIEW_URL: 'https://school.example/names' })).toEqual([
    expect.stringMatching(/^ROLLCALL_NAME_REVIEW_SECRET is not set/),
  ]);
});
