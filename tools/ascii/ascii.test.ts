import module from 'node:module';
import { runInNewContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { inAscii } from './ascii.mjs';

interface Place {
  readonly originalLine: number;
  readonly originalColumn: number;
}
const mapOf = (payload: object): { findEntry: (line: number, column: number) => Place } =>
  new module.SourceMap({ ...payload, version: 3, file: '', sourceRoot: '' });

const source = `
export const words = { wait: '正在验证，请稍候…', face: '😀', template: \`“\${1 + 1}”\` };
export const dots = /[·•・]/u;
export const face = /^[😀-😂]$/u;
export const last = () => { throw new Error('末'); };
`;

test('a script in ASCII says the same, and its source map leads to the same places', async () => {
  const bundle = await rolldown({
    input: 'source',
    plugins: [
      {
        name: 'source',
        resolveId: id => id,
        load: () => source,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'made', minify: true, sourcemap: true });
  const { code: raw, map } = output[0];
  if (!map) throw new Error('no source map');
  expect(raw).toContain('请稍候');
  const { code, mappings } = inAscii(raw, map.mappings);
  expect(code).toMatch(/^[\0-\x7f]*$/);

  const run = (text: string) =>
    runInNewContext(
      `${text}\n;({ words: made.words, patterns: [made.dots.test('•'), made.face.test('😁'), made.face.test('x')] })`,
    );
  expect(run(code)).toEqual(run(raw));
  expect(run(code)).toMatchObject({ words: { face: '😀' }, patterns: [true, true, false] });

  const [before, after] = [mapOf(map), mapOf({ ...map, mappings })];
  for (const mark of ['Error(', 'throw', 'words']) {
    const place = (text: string, of: typeof before): Place => {
      const lines = text.slice(0, text.indexOf(mark)).split('\n');
      const { originalLine, originalColumn } = of.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
      return { originalLine, originalColumn };
    };
    expect(place(code, after)).toEqual(place(raw, before));
  }
  // a column that was not moved leads elsewhere
  expect(mappings).not.toBe(map.mappings);
});
