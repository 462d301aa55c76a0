/** What is said where a picture can't be shown. Its own file: only pages with pictures load it. */
import type { Language } from '../theme/preferences.ts';

export interface ImageWords {
  readonly failed: string;
}

export const imageWords: Readonly<Record<Language, ImageWords>> = {
  'zh-CN': { failed: '图片没有载入' },
  en: { failed: 'The picture did not load' },
};
