/**
 * Words of a picture that could not be loaded. In a file of its own, so that only pages with pictures load
 * them.
 */
import type { Language } from '@rollcall/ui';

const en = {
  failed: 'The picture did not load',
  failedOf: (alt: string) => `${alt} (the picture did not load)`,
};

export type ImageWords = typeof en;

export const imageWords: Readonly<Record<Language, ImageWords>> = {
  en,
  'zh-CN': { failed: '图片加载失败', failedOf: alt => `${alt}（图片加载失败）` },
};
