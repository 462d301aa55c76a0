/** The page of phrases in the reference: each by its key, in both languages. Read from the sources. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { buildSync } from 'esbuild';
import { cell } from './forms.mjs';

/** What a source file exports. */
function load(path) {
  const { outputFiles } = buildSync({
    entryPoints: [path],
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
  return module.exports;
}

/** The phrases of the pages and of the server by key, in both languages. */
function readCatalogues(root) {
  const { catalogue } = load(join(root, 'apps/web/src/words/catalogue.ts'));
  const { serverCatalogue } = load(join(root, 'apps/server/src/app/words.ts'));
  const both = language => ({ ...catalogue(language), ...serverCatalogue(language) });
  return { chinese: both('zh-CN'), english: both('en') };
}

const MADE =
  '<!-- Made by `npm run build -- reference` from the words of packages/react, apps/web and apps/server. Change them there. -->';

/** What may stand in a phrase; in brackets what may be left out. */
const filledIn = ({ parameters = [], required = [] }) =>
  parameters.map(name => (required.includes(name) ? `\`{${name}}\`` : `(\`{${name}}\`)`)).join(' ');

const sections = [
  [
    'Sign-in, sign-up and what all pages share',
    key => !/^(?:parts|pages|problems|messages|served)\./.test(key),
  ],
  ['Problems', key => key.startsWith('problems.')],
  ['Parts that are loaded when they are needed', key => key.startsWith('parts.')],
  ['The pages themselves', key => key.startsWith('pages.')],
  ['Pages that the server writes itself', key => key.startsWith('served.')],
  ['Messages', key => key.startsWith('messages.')],
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
    'Every phrase that a school can replace by [ROLLCALL_PHRASES](../phrases.md): of the hosted pages, and what the server says itself.',
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
