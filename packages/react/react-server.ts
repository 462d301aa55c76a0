/**
 * The entries for React's server components, under the condition `react-server`. Other bundlers do not read them, so that they meet
 * no directive, of which Vite and others warn.
 */
import { parseSync } from 'oxc-parser';
import type { Rolldown } from 'tsdown';

const FOLDER = 'react-server';

/** Where each name comes from that an entry exports. */
function originsOf(code: string): ReadonlyMap<string, { readonly from: string; readonly name: string }> {
  const { staticImports, staticExports } = parseSync('entry.mjs', code).module;
  const imported = new Map(
    staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName, localName }) => [
        localName.value,
        { from: moduleRequest.value, name: importName.name ?? 'default' },
      ]),
    ),
  );
  return new Map(
    staticExports
      .flatMap(({ entries }) => entries)
      .map(({ exportName, localName, importName, moduleRequest }) => {
        const origin = moduleRequest
          ? { from: moduleRequest.value, name: importName.name ?? '' }
          : imported.get(localName.name ?? '');
        // A module that defines what it exports is its own origin.
        return [exportName.name ?? '', origin ?? { from: '', name: exportName.name ?? '' }];
      }),
  );
}

const isReact = (name: string): boolean => /^react(?:\/|$)/.test(name);

/** Adds `react-server/NAME.mjs` for each entry NAME, and `NAME.client.mjs` with the part of it that runs in browsers. */
export const reactServer: Rolldown.Plugin = {
  name: 'react-server',
  generateBundle(_, bundle) {
    const chunks = new Map(
      Object.values(bundle).flatMap(file =>
        file.type === 'chunk' && file.fileName.endsWith('.mjs') && !file.fileName.endsWith('.d.mts')
          ? [[file.fileName, file] as const]
          : [],
      ),
    );
    /** Whether a file, or one that it imports, needs React in a browser. */
    const isOfBrowser = (file: string, seen = new Set<string>()): boolean => {
      if (isReact(file)) return true;
      if (seen.has(file)) return false;
      seen.add(file);
      return chunks.get(file)?.imports.some(next => isOfBrowser(next, seen)) ?? false;
    };
    for (const { fileName, code, isEntry } of chunks.values()) {
      if (!isEntry) continue;
      const stem = fileName.replace(/\.mjs$/, '');
      const browser: string[] = [];
      const everywhere = new Map<string, string[]>();
      for (const [exported, { from, name }] of originsOf(code)) {
        const isOwn = from === '' || from.startsWith('.');
        const file = from === '' ? fileName : from.replace('./', '');
        if (isOwn ? isOfBrowser(file) : isReact(from)) browser.push(exported);
        else {
          const path = isOwn ? `../${file}` : from;
          const renamed = name === exported ? name : `${name} as ${exported}`;
          everywhere.set(path, [...(everywhere.get(path) ?? []), renamed]);
        }
      }
      const line = (names: readonly string[], from: string) =>
        `export { ${names.toSorted().join(', ')} } from "${from}";\n`;
      const client = `${stem}.client.mjs`;
      this.emitFile({
        type: 'asset',
        fileName: `${FOLDER}/${client}`,
        source: `"use client";\n${line(browser, `../${fileName}`)}`,
      });
      this.emitFile({
        type: 'asset',
        fileName: `${FOLDER}/${fileName}`,
        source: [
          line(browser, `./${client}`),
          ...[...everywhere].map(([path, names]) => line(names, path)),
        ].join(''),
      });
    }
  },
};
