/** What is said where a picture can't be shown. Its own file: only pages with pictures load it. */
import type { Language } from '@rollcall/ui';

const en = { failed: 'The picture did not load' };

export type ImageWords = typeof en;

export const imageWords: Readonly<Record<Language, ImageWords>> = {
  en,
  'zh-CN': { failed: '图片没有载入' },
};
