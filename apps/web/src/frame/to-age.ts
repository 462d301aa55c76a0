/** The way over the page that asks about age. */

/** That page, which leads on to `to`, a path of this site. */
export const agePath = (to: string): string => `/age?return=${encodeURIComponent(to)}`;

/** Opens it; the present page is the one that it leads on to. */
export const toAge = (): void => location.replace(agePath(location.pathname));
