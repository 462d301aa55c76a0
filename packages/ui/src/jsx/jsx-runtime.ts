/** What the compiler calls for JSX (`jsxImportSource` in tsconfig.json): React's own, with text in elements of its own. */
import type { ElementType, Key, ReactElement, ReactNode } from 'react';
import { jsx as element, jsxs as elementOfMany } from 'react/jsx-runtime';
import { ownText } from './own-text.ts';

export { Fragment } from 'react';
export type { JSX } from 'react/jsx-runtime';

/** The compiler makes the properties for this call alone, so they can be changed. */
interface Props {
  children?: ReactNode;
}

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  if (props.children !== undefined) props.children = ownText(type, props.children);
  return element(type, props, key);
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const children = ownText(type, props.children);
  props.children = children;
  return (Array.isArray(children) ? elementOfMany : element)(type, props, key);
}
