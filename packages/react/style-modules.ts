/** Compiles the components' CSS modules: maps of class names for the scripts, and one style sheet for all of them. */
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { browserslistToTargets, Features, transform } from 'lightningcss';
import type { Rolldown } from 'tsdown';
import { componentTokens, withComponentTokens } from './component-tokens.ts';

/** What the pages are built for too. */
const built = {
  minify: true,
  targets: browserslistToTargets(['chrome 87', 'edge 88', 'firefox 85', 'safari 14']),
  // the tokens say light and dark themselves
  exclude: Features.LightDark,
};

/** A style module under a script's name: for bundlers, ours and a site's, it is none of the style sheets that they know. */
const SHEET = /\.module\.css$/;
const SCRIPT = /\.classes\.js$/;
const scriptOf = (file: string): string => file.replace(SHEET, '.classes.js');
const fileOf = (id: string): string => id.replace(SCRIPT, '.module.css');

/** Class names are the same in every build: a site may not style by them, but it can read them. */
const compiled = (file: string) =>
  transform({
    filename: file,
    code: readFileSync(file),
    cssModules: { pattern: `rollcall-${basename(file, '.module.css')}-[local]`, dashedIdents: false },
    ...built,
  });

/**
 * @param tokens the style sheet with the values that the components draw with
 * @param base a style sheet that stands above those of the components
 */
export function styleModules(tokens: string, base: string): Rolldown.Plugin {
  return {
    name: 'style-modules',
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (!SHEET.test(source) || !importer) return undefined;
        return { id: scriptOf(resolve(dirname(importer), source)), moduleSideEffects: false };
      },
    },
    load(id) {
      if (!SCRIPT.test(id)) return undefined;
      const names = Object.entries(compiled(fileOf(id)).exports ?? {}).map(([local, { name }]) => [
        local,
        name,
      ]);
      return {
        code: `export default ${JSON.stringify(Object.fromEntries(names.sort()))};`,
        moduleType: 'js',
      };
    },
    generateBundle() {
      // in the order of the imports, as in a page: what a component says stands below what it builds on
      const ordered = new Set<string>();
      const seen = new Set<string>();
      const walk = (id: string) => {
        if (seen.has(id)) return;
        seen.add(id);
        const info = this.getModuleInfo(id);
        for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])])
          walk(next);
        if (SCRIPT.test(id)) ordered.add(fileOf(id));
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) walk(id);
      const plain = (filename: string, text: string) =>
        transform({ filename, code: Buffer.from(text), ...built });
      const theme = plain(tokens, componentTokens(readFileSync(tokens, 'utf8')));
      const drawn = [plain(base, readFileSync(base, 'utf8')), ...[...ordered].map(compiled)];
      const source = [
        theme.code.toString(),
        ...drawn.map(({ code }) => withComponentTokens(code.toString())),
      ].join('\n');
      this.emitFile({ type: 'asset', fileName: 'style.css', source: `${source}\n` });
    },
  };
}
