/** Formulas over series: letters, numbers, + - * / and parentheses. */

type Node =
  | { readonly number: number }
  | { readonly series: number }
  | { readonly op: '+' | '-' | '*' | '/'; readonly left: Node; readonly right: Node };

/** Deepest nesting, so that no formula exhausts the stack. */
const DEPTH = 20;

class Wrong extends Error {}

/** @throws Wrong */
const parse = (text: string, series: number): Node => {
  const tokens = text.match(/\d+(?:\.\d+)?|[A-Z]|[-+*/()]|\S/g) ?? [];
  let at = 0;
  const next = () => tokens[at];
  const sum = (depth: number): Node => {
    let left = product(depth);
    for (let op = next(); op === '+' || op === '-'; op = next()) {
      at += 1;
      left = { op, left, right: product(depth) };
    }
    return left;
  };
  const product = (depth: number): Node => {
    let left = factor(depth);
    for (let op = next(); op === '*' || op === '/'; op = next()) {
      at += 1;
      left = { op, left, right: factor(depth) };
    }
    return left;
  };
  const factor = (depth: number): Node => {
    const token = next();
    at += 1;
    if (token === undefined || depth > DEPTH) throw new Wrong();
    if (token === '-') return { op: '-', left: { number: 0 }, right: factor(depth + 1) };
    if (token === '(') {
      const within = sum(depth + 1);
      if (next() !== ')') throw new Wrong();
      at += 1;
      return within;
    }
    if (/^\d/.test(token)) return { number: Number(token) };
    const place = token.charCodeAt(0) - 65;
    if (!/^[A-Z]$/.test(token) || place >= series) throw new Wrong();
    return { series: place };
  };
  const node = sum(0);
  if (at < tokens.length) throw new Wrong();
  return node;
};

const valueOf = (node: Node, values: readonly (number | null)[]): number | null => {
  if ('number' in node) return node.number;
  if ('series' in node) return values[node.series] ?? null;
  const left = valueOf(node.left, values);
  const right = valueOf(node.right, values);
  if (left === null || right === null) return null;
  const found =
    node.op === '+'
      ? left + right
      : node.op === '-'
        ? left - right
        : node.op === '*'
          ? left * right
          : left / right;
  return Number.isFinite(found) ? found : null;
};

/**
 * Reads a formula.
 * @param text such as `(A + B) / C`
 * @param series how many series there are
 * @returns a function of the values of the series, in their order, that is null where one is missing or what is divided by is 0; undefined where the text is no formula
 * @example readFormula('A / B', 2)?.([3, 4]); // 0.75
 * @see `docs/usage-queries.md`
 */
export const readFormula = (
  text: string,
  series: number,
): ((values: readonly (number | null)[]) => number | null) | undefined => {
  try {
    const node = parse(text, series);
    return values => valueOf(node, values);
  } catch (error) {
    if (error instanceof Wrong) return undefined;
    throw error;
  }
};

/** Why a text is no formula over so many series; undefined: it is one. */
export const formulaFault = (text: string, series: number): 'formula' | undefined =>
  readFormula(text, series) ? undefined : 'formula';
