/** What the compiler calls for JSX in development and in tests. */
import type { ElementType, Key, ReactElement, ReactNode } from 'react';
import { jsxDEV as element, type JSXSource } from 'react/jsx-dev-runtime';
import { ownText } from './own-text.ts';

export { Fragment } from 'react';
export type { JSX } from 'react/jsx-runtime';

export function jsxDEV(
  type: ElementType,
  props: { children?: ReactNode },
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  if (props.children !== undefined) props.children = ownText(type, props.children);
  return element(type, props, key, isStatic && Array.isArray(props.children), source, self);
}
