/** What every view of the console stands in: its language and its client. */
import type { Language } from '@rollcall/ui';
import { createContext, useContext } from 'react';
import type { Client } from './client/client.ts';
import { common, type CommonWords } from './words.ts';

export interface ConsoleContextValue {
  readonly language: Language;
  readonly client: Client;
}

const Context = createContext<ConsoleContextValue | undefined>(undefined);
export const ConsoleContextProvider = Context;

export function useConsoleContext(): ConsoleContextValue {
  const found = useContext(Context);
  if (!found) throw new Error('This stands outside the console.');
  return found;
}

/** A subject's words in the console's language. */
export function useWords<W>(words: Readonly<Record<Language, W>>): W {
  return words[useConsoleContext().language];
}

export const useCommonWords = (): CommonWords => useWords(common);
