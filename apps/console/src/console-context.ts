/** The context of every view: the language, and the client of the operators' calls. */
import type { Language } from '@rollcall/ui';
import { createContext, useContext } from 'react';
import type { Client } from './client/client.ts';
import type { Translations } from './translations.ts';
import { commonWords } from './words.ts';

export interface ConsoleContextValue {
  readonly language: Language;
  readonly client: Client;
}

const ConsoleContext = createContext<ConsoleContextValue | undefined>(undefined);
export const ConsoleContextProvider = ConsoleContext;

export function useConsoleContext(): ConsoleContextValue {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error('useConsoleContext: there is no ConsoleContextProvider above.');
  return value;
}

/** The words in the operator's language. */
export function useWords<W>(words: Translations<W>): W {
  return words[useConsoleContext().language];
}

export const useCommonWords = () => useWords(commonWords);
