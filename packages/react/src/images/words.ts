/** What is said where a picture can't be shown. Its own file: only pages with pictures load it. */
import type { Language } from '../theme/preferences.ts';

export interface ImageWords {
  readonly failed: string;
  /** On the button: what is tried again, for a screen reader. */
  readonly retry: (alt: string) => string;
}

export const imageWords: Readonly<Record<Language, ImageWords>> = {
  'zh-CN': { failed: '图片没有载入', retry: alt => `重新载入图片：${alt}` },
  en: { failed: 'The picture did not load', retry: alt => `Load the picture again: ${alt}` },
};
