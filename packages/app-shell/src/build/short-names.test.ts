/// <reference types="node" />
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientConfig } from './client.mjs';
import { compile } from './compile.mjs';
import { ShortNames, shortened } from './short-names.mjs';
import { shorten } from './shorten.mjs';

test('scripts and style sheets agree, modules of one file name are kept apart, and custom properties stay custom properties', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-names-'));
  writeFileSync(
    join(folder, 'one.module.css'),
    '.head { --gap: 4px; animation: turn 1s; gap: var(--gap) } @keyframes turn { to { opacity: 0 } }',
  );
  writeFileSync(join(folder, 'two.module.css'), '.head { color: red } .gap { color: green }');
  mkdirSync(join(folder, 'other-place'));
  writeFileSync(join(folder, 'other-place/one.module.css'), '.head.gap { color: blue }');
  writeFileSync(
    join(folder, 'entry.js'),
    "import one from './one.module.css'; import two from './two.module.css'; import other from './other-place/one.module.css'; console.log(one.head, two.head, two.gap, other.head, other.gap);",
  );
  const out = join(folder, 'static');
  await compile(
    clientConfig({
      context: folder,
      entry: { entry: './entry.js' },
      folder: out,
      maps: join(folder, 'maps'),
      plugins: [new ShortNames()],
    }),
  );
  const text = (ending: string) =>
    readdirSync(out)
      .filter(name => name.endsWith(ending))
      .map(name => readFileSync(join(out, name), 'utf8'))
      .join('\n');
  expect(text('.css')).toBe(
    '.head{--gap:4px;gap:var(--gap);animation:1s turn}@keyframes turn{to{opacity:0}}.head2{color:red}.gap2{color:green}.head1.gap1{color:#00f}',
  );
  for (const name of ['"head"', '"head1"', '"head2"', '"gap1"', '"gap2"'])
    expect(text('.js')).toContain(name);
  rmSync(folder, { recursive: true, force: true });
});

test('a class is called by its own name, and by a number too where others are called so', () => {
  const short = shortened(['frame.module-head', 'roll.module-head', 'roll.module-row', 'frame.module-head']);
  expect([...short]).toEqual([
    ['frame.module-head', 'head'],
    ['roll.module-head', 'head1'],
    ['roll.module-row', 'row'],
  ]);
  expect(shorten('<p class="roll.module-head roll.module-row">', short)).toBe('<p class="head1 row">');
});

test('no two classes get one name, whatever they are called', () => {
  const name = fc.constantFrom('a', 'b', 'a1', 'a2', 'head', 'head1');
  const long = fc.tuple(name, name).map(([module, local]) => `${module}.module-${local}`);
  fc.assert(
    fc.property(fc.array(long), names => {
      const short = shortened(names);
      expect(new Set(short.values()).size).toBe(new Set(names).size);
      expect(shortened(names.toReversed())).toEqual(short);
    }),
  );
});
