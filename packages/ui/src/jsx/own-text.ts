/**
 * Gives text that stands beside elements an element of its own, so that React never inserts or removes a text node.
 *
 * A page's translator (Chrome, Edge, browser extensions) replaces each text node by an element of its own. React still
 * holds the old node: removing it, or inserting before it, throws `NotFoundError`, and the whole page is gone. An element
 * that holds nothing but text is safe, because React writes that text through the element, and removes the element whole.
 *
 * Called for each element of ours by `jsx-runtime.ts`, so that no component has to think of it.
 */
import type { ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';

/** The element around text. Its name has a hyphen, so that it has no style, no meaning, and no warning of React's. */
const TEXT_ELEMENT = 'rc-text';

/** Elements that hold text alone, or none. */
const WITHOUT_ELEMENTS = new Set<unknown>([
  'desc',
  'optgroup',
  'option',
  'script',
  'select',
  'style',
  'text',
  'textarea',
  'title',
  'tspan',
]);

const isText = (child: unknown): child is string | number | bigint =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';
/** React draws nothing for these. */
const isNothing = (child: unknown): boolean =>
  child === undefined || child === null || typeof child === 'boolean';

const wrapped = (text: string, key: number): ReactNode =>
  jsx(TEXT_ELEMENT as 'span', { children: text }, `text${key}`);

/**
 * Children with each run of text in one element. Elements keep their places, by which React knows them again; white space
 * alone stays as it is, since translators leave it alone and an element would be an item of a flex container.
 */
function withOwnText(children: readonly ReactNode[]): ReactNode[] {
  const own: ReactNode[] = [...children];
  for (let at = 0; at < own.length; at++) {
    const child = own[at];
    if (Array.isArray(child)) own[at] = withOwnText(child);
    if (!isText(child)) continue;
    const first = at;
    let run = String(child);
    for (let next = at + 1; next < own.length && (isText(own[next]) || isNothing(own[next])); next++) {
      if (isText(own[next])) run += String(own[next]);
      own[next] = null;
      at = next;
    }
    own[first] = run.trim() === '' ? run : wrapped(run, first);
  }
  return own;
}

/** @returns the children as React gets them */
export function ownText(type: unknown, children: ReactNode): ReactNode {
  const isHost = typeof type === 'string';
  // a component's children are its own affair until it draws them; fragments and `Suspense` are symbols
  if (!isHost && typeof type !== 'symbol') return children;
  if (!Array.isArray(children))
    return !isHost && isText(children) && String(children).trim() !== ''
      ? wrapped(String(children), 0)
      : children;
  if (isHost && children.some(isText) && children.every(child => isText(child) || isNothing(child)))
    return children.filter(isText).join('');
  return WITHOUT_ELEMENTS.has(type) ? children : withOwnText(children);
}
