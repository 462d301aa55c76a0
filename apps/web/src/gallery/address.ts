/** The state of the gallery is its fragment, so that each specimen has a link: `#sign-in/error/dark/en/360`. */
import type { Language, Theme } from '@rollcall/react';

export const widths = ['360', '768', 'full'] as const;
export type Width = (typeof widths)[number];

export interface GallerySelection {
  readonly name: string;
  readonly state: string;
  readonly theme: Theme;
  readonly language: Language;
  readonly width: Width;
}

/** Reads a fragment; missing or unknown parts are taken from `otherwise`. */
export function readSelection(hash: string, otherwise: GallerySelection): GallerySelection {
  const [name, state, theme, language, width] = hash.replace(/^#/, '').split('/');
  return {
    name: name || otherwise.name,
    state: state || otherwise.state,
    theme: theme === 'light' || theme === 'dark' ? theme : otherwise.theme,
    language: language === 'zh-CN' || language === 'en' ? language : otherwise.language,
    width: widths.find(one => one === width) ?? otherwise.width,
  };
}

export const writeSelection = ({ name, state, theme, language, width }: GallerySelection): string =>
  `#${[name, state, theme, language, width].join('/')}`;
