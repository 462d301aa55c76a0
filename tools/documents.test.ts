/** Hand-written documents are short; they and comments are written in plain technical English. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { root } from './setup.mjs';

/** What stands there instead, by the meaning in the sentence. */
const better: Readonly<Record<string, string>> = {
  'at once': 'immediately, concurrently or together',
  anew: 'again',
  mended: 'fixed',
  whoever: 'the one who, those who',
  'of what was': 'the thing itself',
  'nobody weighs': 'the fact itself',
};
// "Checked once a minute" is another sentence.
const plain = new RegExp(`\\b(?:${Object.keys(better).join('|')})\\b(?! (?:a|an|in a|per) )`, 'gi');

const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
  .stdout.split('\n')
  .filter(path => path !== '' && existsSync(join(root, path)));

/** A document's prose, without its samples and what it quotes from code. */
const prose = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

const comments = (path: string, text: string): string =>
  path.endsWith('.css')
    ? (text.match(/\/\*[^]*?\*\//g) ?? []).join('\n')
    : parseSync(path, text)
        .comments.map(({ value }) => value)
        .join('\n');

const found = (path: string, text: string): readonly string[] =>
  [...text.replaceAll(/\s+(?:\*\s+)?/g, ' ').matchAll(plain)].map(
    ({ 0: word, index, input }) =>
      `${path}: ${input.slice(Math.max(0, index - 40), index + 40)} (${better[word.toLowerCase()]})`,
  );

/** Those that a command or a test writes are not ours. */
const isGenerated = (path: string): boolean => /^docs\/(?:conformance|proofs\/session-ends)/.test(path);

test('hand-written documents of docs/ have at most 284 kB', () => {
  const bytes = files
    .filter(path => /^docs\/.*\.md$/.test(path) && !isGenerated(path))
    .map(path => readFileSync(join(root, path)).length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(284_000);
});

test('CONTRIBUTING has at most 9 kB', () => {
  expect(readFileSync(join(root, 'CONTRIBUTING.md')).length).toBeLessThanOrEqual(9000);
});

test('documents are in plain words', () => {
  const documents = files.filter(path => path.endsWith('.md') && !isGenerated(path));
  expect(documents.length).toBeGreaterThan(30);
  expect(documents.flatMap(path => found(path, prose(readFileSync(join(root, path), 'utf8'))))).toEqual([]);
});

test('comments are in plain words', () => {
  const sources = files.filter(path => /\.(?:[mc]?[jt]s|[jt]sx|css)$/.test(path));
  expect(sources.length).toBeGreaterThan(1000);
  const wrong = sources.flatMap(path => {
    const text = readFileSync(join(root, path), 'utf8');
    // Most files have none of the words anywhere.
    return text.replaceAll(/\s+(?:\*\s+)?/g, ' ').search(plain) < 0 ? [] : found(path, comments(path, text));
  });
  expect(wrong).toEqual([]);
});
