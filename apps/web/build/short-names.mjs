/**
 * Short names for what style modules name, classes above all: `frame.module-head` becomes `head`, and where several modules have a `head`, the others become
 * `head1`, `head2` and so on. It saves half a kilobyte of each page when packed.
 */
import { rspack } from '@rspack/core';

const IN_CSS = /\\\.module-[\w-]+/g;
const ELSEWHERE = /\.module-[\w-]+/g;

/**
 * Finds what the style modules' classes, animations and custom properties (`--frame.module-gap`) are compiled to; see
 * `localIdentName`. It searches for the part after the module's name and goes back from there: a pattern that begins with the
 * name itself is tried at every letter of every script, and takes a minute for all of them.
 * @returns where each stands in the text, and its name without the escape of style sheets
 */
function occurrences(text, pattern = ELSEWHERE) {
  const found = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(pattern)) {
    let start = index;
    while (start > from && /[\w-]/.test(text[start - 1])) start--;
    while (start < index && !/[a-z]/.test(text[start])) start++;
    if (start === index) continue;
    from = index + end.length;
    found.push({ start, end: from, name: text.slice(start, from).replace('\\', '') });
  }
  return found;
}

/** Names for these long names, the same for the same set. */
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

/** Puts the short names in a text that has the long ones, such as a document. */
export function shorten(text, short) {
  const parts = [];
  let from = 0;
  for (const { start, end, name } of occurrences(text)) {
    parts.push(text.slice(from, start), short.get(name) ?? name);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/** Puts them in scripts and style sheets, before these get their hashes; `short` is filled. */
export class ShortNames {
  /** Long and short names, once it is compiled. */
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
