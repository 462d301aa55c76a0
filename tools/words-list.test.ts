/** The sentences of the pages and the console are held against one list: no word that was replaced comes back. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup.mjs';

const folders = [
  'packages/react/src',
  'packages/ui/src',
  'packages/app-shell/src',
  'apps/web/src',
  'apps/console/src',
  'apps/server/src',
  'packages/contract/src',
];
const sources = folders
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  )
  .filter(
    path =>
      /\.tsx?$/.test(path) &&
      !/\.test\.|\.suite\.|\/testing[./]|\/(?:gallery|examples|lesson|contests|sample[^/]*)\//.test(path),
  );
/** Without comments, which are for developers. */
const textOf = (path: string) =>
  readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/gm, '');
const files = sources.map(path => [path, textOf(path)] as const);
const strings = files.flatMap(([path, text]) =>
  [...text.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)].map(([string]) => [path, string] as const),
);
const having = (pattern: RegExp, within = strings) =>
  within.filter(([, string]) => pattern.test(string)).map(([path, string]) => `${path}: ${string}`);

test('words that were replaced do not come back', () => {
  const replaced =
    /点到|告警|您已登录|您取消了|再验证一次|单独的姓名|键盘图案再|短信链接|这个名字不能使用|在册人数|登录客户端|重设密码的?链接|上报延迟|使用情况|确认登录|本次打开页面|Are you here\?|How pages are used|What was recorded/;
  expect(having(replaced)).toEqual([]);
  // what must be filled in is marked, where the rest may stay empty
  const ofPages = strings.filter(
    ([path]) => path.startsWith('packages/react/') || path.startsWith('apps/web/'),
  );
  expect(having(/选填/, ofPages)).toEqual([]);
});

test('Chinese has a space beside Latin letters and figures', () => {
  const close = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;
  // the records that mainland law wants are written close
  const records = /ICP备|公网安备/;
  const shown = strings
    .filter(([, string]) => !records.test(string))
    .map(([path, string]) => [path, string.replaceAll(/\$\{[^{}]*\}|\{\w+\}|\\[nu]\w*/g, '')] as const);
  expect(having(close, shown)).toEqual([]);
});

test('a pupil is 你; a parent and an operator are 您', () => {
  const ofPages = strings.filter(([path]) => /^(?:packages\/react|apps\/web)\//.test(path));
  // The guardian's part of one file: it stands after the pupil's.
  const [minors] = files.filter(([path]) => path.endsWith('/minors/words.ts'));
  const zh = minors?.[1].split("'zh-CN':")[1] ?? '';
  const [toPupil = '', toGuardian = ''] = zh.split(/\bguardian: \{/);
  expect(toPupil).toContain('你');
  expect(toPupil).not.toContain('您');
  expect(toGuardian).toContain('您');
  expect(toGuardian).not.toContain('你');
  expect(
    having(
      /您/,
      ofPages.filter(([path]) => !path.endsWith('/minors/words.ts')),
    ),
  ).toEqual([]);
  expect(
    having(
      /你/,
      strings.filter(([path]) => path.startsWith('apps/console/')),
    ),
  ).toEqual([]);
});
