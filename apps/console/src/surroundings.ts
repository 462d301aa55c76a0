/** What every view of the console stands in: its language and its client. */
import type { Language } from '@rollcall/react';
import { createContext, useContext } from 'react';
import type { Client } from './client/client.ts';
import { common, type CommonWords } from './words.ts';

export interface Surroundings {
  readonly language: Language;
  readonly client: Client;
}

const Context = createContext<Surroundings | undefined>(undefined);
export const SurroundingsProvider = Context;

export function useSurroundings(): Surroundings {
  const found = useContext(Context);
  if (!found) throw new Error('This stands outside the console.');
  return found;
}

/** A subject's words in the console's language. */
export function useWords<W>(words: Readonly<Record<Language, W>>): W {
  return words[useSurroundings().language];
}

export const useCommon = (): CommonWords => useWords(common);
