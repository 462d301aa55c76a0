import { describe, expect, it } from 'vitest';
import { type Catalogue, ownPhrases } from './own-phrases.ts';
import { parsePhrases } from './phrases-file.ts';

const catalogue: Catalogue = {
  'signIn.title': { text: 'Sign in' },
  'fields.resendIn': { text: 'Again in {seconds} s', parameters: ['seconds'], required: ['seconds'] },
  'work.wait': { text: 'Try again in 3 seconds.', parameters: ['count'], required: [] },
  'failures.next': { text: 'Start again.', parameters: [], required: [] },
  'reset.steps.0': { text: 'Confirm' },
  'reset.steps.1': { text: 'Choose' },
  'front.points.0.0': { text: 'One' },
  'front.points.0.1': { text: 'of these' },
  'front.points.1.0': { text: 'Two' },
  'front.points.1.1': { text: 'of those' },
};
const check = (phrases: Readonly<Record<string, string>>) =>
  ownPhrases({ en: phrases }, { en: catalogue, 'zh-CN': catalogue });

describe('own phrases', () => {
  it('become a tree, with a template for each sentence in which something is filled in', () => {
    expect(
      check({
        'signIn.title': 'Come {in}',
        'fields.resendIn': '{seconds} s, then again ({seconds})',
        'work.wait': 'Later.',
        'failures.next': 'Again!',
      }),
    ).toEqual({
      problems: [],
      trees: {
        en: {
          signIn: { title: 'Come {in}' },
          fields: { resendIn: [0, ' s, then again (', 0, ')'] },
          work: { wait: ['Later.'] },
          failures: { next: ['Again!'] },
        },
      },
    });
  });

  it('are whole lists, filled up with the phrases that stay', () => {
    expect(check({ 'reset.steps.1': 'Think of one', 'front.points.1.0': 'Zwei' }).trees.en).toEqual({
      reset: { steps: ['Confirm', 'Think of one'] },
      front: {
        points: [
          ['One', 'of these'],
          ['Zwei', 'of those'],
        ],
      },
    });
  });

  it.each([
    ['signin.title', 'x', 'en, signin.title: unknown; did you mean signIn.title?'],
    ['constructor', 'x', 'en, constructor: unknown'],
    ['__proto__.x', 'x', 'en, __proto__.x: unknown'],
    ['signIn', 'x', 'en, signIn: unknown'],
    ['signIn.title', '  ', 'en, signIn.title: it is empty'],
    ['signIn.title', 'a\u0007', 'en, signIn.title: it has control characters'],
    ['signIn.title', 'x'.repeat(601), 'en, signIn.title: it has more than 600 characters'],
    ['fields.resendIn', 'Soon', 'en, fields.resendIn: {seconds} is missing'],
    ['fields.resendIn', '{seconds} of {all}', 'en, fields.resendIn: {all} is unknown; there is {seconds}'],
    ['failures.next', 'For {name}', 'en, failures.next: {name} is unknown; nothing is filled in here'],
  ])('%s: %s is refused by its key', (key, text, problem) => {
    expect(check({ [key]: text }).problems).toEqual([problem]);
  });

  it('are refused all at once', () => {
    expect(check({ a: 'x', b: 'y', 'signIn.title': '' }).problems).toHaveLength(3);
  });
});

it('a file full of problems is told by the first ten, and how many more there are', () => {
  const keys = Array.from({ length: 300 }, (_, n) => [`signin.title${n}`, 'x'] as const);
  const { problems } = check(Object.fromEntries(keys));
  expect(problems).toHaveLength(11);
  expect(problems[9]).toBe('en, signin.title9: unknown; did you mean signIn.title?');
  expect(problems[10]).toBe('and 290 more');
});

describe('the file', () => {
  it.each([
    ['[]', 'it is no object'],
    ['{"de": {}}', '"de" is none of zh-CN, en'],
    ['{"en": "x"}', '"en" is no object'],
    ['{"en": {"signIn": {"title": "x"}}}', 'en, signIn: it is no text'],
    ['{"en": {"a": 1}}', 'en, a: it is no text'],
    ['{', 'JSON'],
  ])('%s is refused', (text, problem) => {
    expect(() => parsePhrases(text)).toThrow(problem);
  });

  it('may begin with a byte order mark', () => {
    expect(parsePhrases('\uFEFF{"en": {"a": "b"}}')).toEqual({ en: { a: 'b' } });
  });
});
