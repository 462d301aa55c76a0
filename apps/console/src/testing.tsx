/** Renders parts of the console for tests. */
import type { Language } from '@rollcall/ui';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ConsoleContextProvider, type ConsoleContextValue } from './console-context.ts';

/** A box with what a part draws first, without a client. */
export const drawn = (part: ReactNode, language: Language): HTMLElement => {
  const box = document.createElement('div');
  box.innerHTML = renderToStaticMarkup(
    <ConsoleContextProvider value={{ language } as ConsoleContextValue}>{part}</ConsoleContextProvider>,
  );
  return box;
};
