/** The two choices that a page remembers in cookies, so that the server draws the first paint right. */
export type Language = 'zh-CN' | 'en';
export type Theme = 'light' | 'dark';

/**
 * The cookie that keeps the language that a person chose.
 * @see `docs/react.md`
 */
export const LANGUAGE_COOKIE = 'rollcall_language';
/**
 * The cookie that keeps the theme that a person chose.
 * @see `docs/react.md`
 */
export const THEME_COOKIE = 'rollcall_theme';
/** How long a choice is remembered, in seconds. */
const YEAR = 31_536_000;

/**
 * Writes one preference cookie for this host: lax, a year, secure on https. Browser only.
 * @example remember(LANGUAGE_COOKIE, 'en');
 * @see `docs/react.md`
 */
export function remember(
  cookie: typeof LANGUAGE_COOKIE | typeof THEME_COOKIE,
  value: Language | Theme,
): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR}; SameSite=Lax${secure}`;
}

/**
 * The theme that the page shows now: the person's choice, else the system's. Browser only.
 * @example const theme = shownTheme();
 * @see `docs/react.md`
 */
export function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/**
 * Shows a theme immediately and remembers it. Browser only.
 * @example chooseTheme('dark');
 * @see `docs/react.md`
 */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  remember(THEME_COOKIE, theme);
}
