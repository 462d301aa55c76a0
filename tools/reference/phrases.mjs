/** The page of phrases in the reference: each by its key, in both languages. */
import { serverCatalogue } from '../../apps/server/src/app/words.ts';
import { catalogue } from '../../apps/web/src/words/catalogue.ts';
import { cell } from './forms.mjs';

/** The phrases of the pages and of the server by key. */
const all = language => ({ ...catalogue(language), ...serverCatalogue(language) });

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

export const phrasesPage = () => {
  const chinese = all('zh-CN');
  const english = Object.entries(all('en'));
  const row = ([key, phrase]) =>
    `| \`${key}\` | ${cell(chinese[key].text)} | ${cell(phrase.text)} | ${filledIn(phrase)} |`;
  return [
    '# Phrases',
    'Every phrase that a school can replace by `ROLLCALL_PHRASES` (`docs/phrases.md`): of the hosted pages, and what the server says itself.',
    ...sections.flatMap(([title, holds]) => [
      `## ${title}`,
      [
        '| key | Chinese | English | filled in |',
        '|---|---|---|---|',
        ...english.filter(([key]) => holds(key)).map(row),
      ].join('\n'),
    ]),
  ];
};
