/** The page of phrases in the reference: each by its key, in both languages. Read from the pages' sources. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { buildSync } from 'esbuild';
import { cell } from './forms.mjs';

/** The phrases of a language by key (`catalogue` of apps/web/src/words/catalogue.ts). */
function readCatalogues(root) {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'apps/web/src/words/catalogue.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    conditions: ['@rollcall/source'],
    loader: { '.css': 'empty', '.module.css': 'empty' },
    logLevel: 'error',
  });
  const module = { exports: {} };
  compileFunction(outputFiles[0].text, ['module', 'exports', 'require'])(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  const { catalogue } = module.exports;
  return { chinese: catalogue('zh-CN'), english: catalogue('en') };
}

const MADE =
  '<!-- Made by `npm run reference` from the words of packages/react and apps/web. Change them there. -->';

/** What may stand in a phrase; in brackets what may be left out. */
const filledIn = ({ parameters = [], required = [] }) =>
  parameters.map(name => (required.includes(name) ? `\`{${name}}\`` : `(\`{${name}}\`)`)).join(' ');

const sections = [
  ['Sign-in, sign-up and what all pages share', key => !/^(?:parts|pages|problems)\./.test(key)],
  ['Problems', key => key.startsWith('problems.')],
  ['Parts that are loaded when they are needed', key => key.startsWith('parts.')],
  ['The pages themselves', key => key.startsWith('pages.')],
];

export function phrasesPage(root) {
  const { chinese, english } = readCatalogues(root);
  const row = ([key, phrase]) =>
    `| \`${key}\` | ${cell(chinese[key].text)} | ${cell(phrase.text)} | ${filledIn(phrase)} |`;
  return [
    MADE,
    '',
    '# Phrases',
    '',
    'Every phrase of the hosted pages that a school can replace by [ROLLCALL_PHRASES](../phrases.md).',
    '',
    ...sections.flatMap(([title, holds]) => [
      `## ${title}`,
      '',
      '| key | Chinese | English | filled in |',
      '|---|---|---|---|',
      ...Object.entries(english)
        .filter(([key]) => holds(key))
        .map(row),
      '',
    ]),
  ].join('\n');
}
