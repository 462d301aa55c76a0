/** The words of questions about usage. */
import { questionTerms } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';
import { answerWords } from './answer-words.ts';
import { conditionWords } from './condition-words.ts';
import { keptWords } from './kept-words.ts';
import { questionWords } from './question-words.ts';

const en = {
  ...questionTerms.en,
  ...questionWords.en,
  ...conditionWords.en,
  ...answerWords.en,
  ...keptWords.en,
};

export type AskWords = typeof en;

export const askWords: Translations<AskWords> = {
  'zh-CN': {
    ...questionTerms['zh-CN'],
    ...questionWords['zh-CN'],
    ...conditionWords['zh-CN'],
    ...answerWords['zh-CN'],
    ...keptWords['zh-CN'],
  },
  en,
};
