/**
 * Short names for the classes, animations and custom properties of CSS modules. The compiler names them by module path and
 * local name (`localIdentName`), such as `packages/react/src/frame.module-head`. That becomes `head`, or `head1`, `head2`
 * where other modules have a `head` too. This saves half a kilobyte gz of each page.
 */
import { rspack } from '@rspack/core';

const IN_CSS = /\\\.module-[\w-]+/g;
const ELSEWHERE = /\.module-[\w-]+/g;

/**
 * Finds the long names in a text. It searches for the part after the module's path and goes back from there: a pattern that
 * begins with the path would be tried at every letter of every script, which takes a minute for all of them.
 * @param pattern `IN_CSS` for style sheets, where dots and slashes are escaped
 * @returns start and end of each, and its name without escapes
 */
function occurrences(text, pattern = ELSEWHERE) {
  const escaped = pattern === IN_CSS;
  const found = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(pattern)) {
    let start = index;
    while (start > from) {
      if (/[\w-]/.test(text[start - 1])) start--;
      else if (escaped && start - 2 >= from && text[start - 2] === '\\') start -= 2;
      else if (!escaped && /[./@]/.test(text[start - 1])) start--;
      else break;
    }
    // the dashes of a custom property
    while (start < index && text[start] === '-') start++;
    if (start === index) continue;
    from = index + end.length;
    found.push({ start, end: from, name: text.slice(start, from).replaceAll('\\', '') });
  }
  return found;
}

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

/** Replaces the long names in a document. */
export function shorten(text, short) {
  const parts = [];
  let from = 0;
  for (const { start, end, name } of occurrences(text)) {
    parts.push(text.slice(from, start), short.get(name) ?? name);
    from = end;
  }
  return parts.join('') + text.slice(from);
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
