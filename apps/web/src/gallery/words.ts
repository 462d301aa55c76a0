/** The gallery's own words. */
import type { Language } from '@rollcall/react';

export interface GalleryWords {
  readonly title: string;
  readonly lead: string;
  readonly theme: string;
  readonly light: string;
  readonly dark: string;
  readonly language: string;
  readonly width: string;
  readonly full: string;
  readonly specimen: (name: string, state: string) => string;
  readonly alone: string;
  readonly unknown: string;
}

export const galleryWords: Readonly<Record<Language, GalleryWords>> = {
  'zh-CN': {
    title: '组件陈列',
    lead: '每个组件的每种状态。这里没有服务器，所有回应都是写好的。',
    theme: '主题',
    light: '浅色',
    dark: '深色',
    language: '语言',
    width: '宽度',
    full: '全宽',
    specimen: (name, state) => `${name}，状态 ${state}`,
    alone: '单独打开',
    unknown: '没有这个组件或状态。',
  },
  en: {
    title: 'Gallery',
    lead: 'Each component in each state. There is no server here: every answer is written down.',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
    width: 'Width',
    full: 'Full',
    specimen: (name, state) => `${name}, state ${state}`,
    alone: 'Open it alone',
    unknown: 'There is no such component or state.',
  },
};
