/** The theme of the published style sheet: declared by the components' elements themselves, so that it changes nothing else of a page. */

const ELEMENTS = '[class*="rollcall-"]';
const SUPPORTS = 'supports (color: light-dark(#000, #fff))';

/**
 * What follows `color-scheme` in browsers that do not know `light-dark()`: the system's colours. They are used where the system
 * is dark, because the page may then be dark or light.
 */
const SYSTEM: Readonly<Record<string, string>> = {
  paper: 'Canvas',
  'paper-deep': 'Canvas',
  ink: 'CanvasText',
  'ink-soft': 'CanvasText',
  rule: 'GrayText',
  'rule-field': 'GrayText',
  blue: 'LinkText',
  'blue-wash': 'Canvas',
  error: 'CanvasText',
  'error-wash': 'Canvas',
  good: 'CanvasText',
  middling: 'CanvasText',
};

/** The declarations of each block for `:root`, in their order: name without `--rc-` to value. */
const blocksOf = (tokens: string): ReadonlyMap<string, string>[] =>
  [...tokens.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/:root[^{]*\{([^}]*)\}/g)].map(
    ([, block = '']) =>
      new Map(
        [...block.matchAll(/--rc-([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
      ),
  );

/**
 * Writes the values of `tokens.css` as defaults of the components' own properties, `--rollcall-…`. A site's `--rc-…` is stronger,
 * wherever above the component it is set. Light or dark is the element's `color-scheme`, which it inherits from the page.
 */
export function componentTokens(tokens: string): string {
  const [light, dark, , still] = blocksOf(tokens);
  if (!light || !dark || !still)
    throw new Error('tokens.css has other blocks than light, dark, dark and still.');
  const declared = (values: Iterable<readonly [name: string, value: string]>) =>
    [...values].map(([name, value]) => `--rollcall-${name}: var(--rc-${name}, ${value});`).join(' ');
  // A backdrop inherits from its dialog in new browsers alone.
  const rule = (selector: string, values: Iterable<readonly [string, string]>) =>
    `${selector}, ${selector}::backdrop { ${declared(values)} }`;
  const both = [...dark].map(([name, value]) => {
    const inLight = light.get(name);
    if (inLight === undefined) throw new Error(`--rc-${name} has no light value.`);
    return [name, `light-dark(${inLight}, ${value})`] as const;
  });
  const chosen = (theme: string) => `:root[data-theme="${theme}"] ${ELEMENTS}`;
  const open = `:root:not([data-theme="light"]):not([data-theme="dark"]) ${ELEMENTS}`;
  return [
    rule(ELEMENTS, light),
    '@media screen {',
    ...['light', 'dark'].map(theme => `${chosen(theme)} { color-scheme: ${theme}; }`),
    `@${SUPPORTS} { ${rule(ELEMENTS, both)} }`,
    `@${SUPPORTS.replace(' ', ' not ')} { ${rule(chosen('dark'), dark)} }`,
    '}',
    '@media screen and (prefers-color-scheme: dark) {',
    `@${SUPPORTS.replace(' ', ' not ')} { ${rule(open, Object.entries(SYSTEM))} }`,
    '}',
    `@media (prefers-reduced-motion: reduce) { ${rule(ELEMENTS, still)} }`,
  ].join('\n');
}

/** A component's style sheet that reads its own properties. */
export const withComponentTokens = (css: string): string => css.replaceAll('var(--rc-', 'var(--rollcall-');
