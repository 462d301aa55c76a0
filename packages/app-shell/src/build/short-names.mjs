/**
 * Short names for the classes, animations and custom properties of CSS modules. The compiler names them by module path and
 * local name (`localIdentName`), such as `packages/react/src/frame.module-head`. That becomes `head`, or `head1`, `head2`
 * where other modules have a `head` too. This saves half a kilobyte gz of each page.
 */
import { rspack } from '@rspack/core';
import { ELSEWHERE, IN_CSS, occurrences } from './shorten.mjs';

/** Short names by long name: the same result for the same set. */
export function shortened(longNames) {
  const taken = new Set();
  const short = new Map();
  for (const long of [...new Set(longNames)].sort()) {
    const local = long.slice(long.indexOf('.module-') + '.module-'.length);
    let name = local;
    for (let number = 1; taken.has(name); number++) name = local + number;
    taken.add(name);
    short.set(long, name);
  }
  return short;
}

/** Replaces the long names in scripts and style sheets, before these get their hashes, and fills `short`. */
export class ShortNames {
  /** Short names by long name, once compiled. */
  short = new Map();

  apply(compiler) {
    const { ReplaceSource } = compiler.webpack.sources;
    compiler.hooks.compilation.tap('ShortNames', compilation => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: 'ShortNames', stage }, assets => {
        const found = Object.entries(assets).map(([name, source]) => [
          name,
          occurrences(source.source().toString(), name.endsWith('.css') ? IN_CSS : ELSEWHERE),
        ]);
        this.short = shortened(found.flatMap(([, all]) => all.map(one => one.name)));
        for (const [file, all] of found) {
          if (all.length === 0) continue;
          compilation.updateAsset(file, old => {
            const source = new ReplaceSource(old);
            for (const { start, end, name } of all)
              source.replace(start, end - 1, this.short.get(name) ?? name);
            return source;
          });
        }
      });
    });
  }
}
