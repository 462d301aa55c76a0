/** The level of the questions' heading: the page's own, or one below a dialog's title. */
import { createContext } from 'react';

export const HeadingLevel = createContext<'h1' | 'h3'>('h1');
