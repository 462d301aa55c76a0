/** What people call a browser. The server names it in English, with its version: `WeChat 8`. */
import type { Language } from './theme/preferences.ts';

/**
 * The names of browsers as people know them.
 * @see `docs/react.md`
 */
export const browserNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    WeChat: 'WeChat',
    WeCom: 'WeCom',
    'QQ Browser': 'QQ Browser',
    'UC Browser': 'UC Browser',
    'Huawei Browser': 'Huawei Browser',
    '360 Browser': '360 Browser',
  },
  'zh-CN': {
    WeChat: '微信',
    WeCom: '企业微信',
    'QQ Browser': 'QQ 浏览器',
    'UC Browser': 'UC 浏览器',
    'Huawei Browser': '华为浏览器',
    '360 Browser': '360 浏览器',
  },
};

/**
 * The browser as people call it, with its version.
 *
 * @param names by the server's names; a browser that is not among them keeps its own
 * @example browserName({ chrome: 'Chrome' }, 'chrome 120');
 * @see `docs/react.md`
 */
export const browserName = (
  names: Readonly<Record<string, string>>,
  browser: string | null,
): string | undefined =>
  browser?.replace(/^.*?(?= \d+$|$)/, name => new Map(Object.entries(names)).get(name) ?? name);
