/** The redirect from a sign-in vendor to the site. */
import type { SimulatorsConfig } from './config.ts';

/** Whether a redirect URL is registered: http or https, a host of the list, any port. */
export const isRegistered = (redirectUri: string, { redirectHosts }: SimulatorsConfig): boolean => {
  if (!URL.canParse(redirectUri)) return false;
  const { protocol, hostname, username } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && username === '' && redirectHosts.includes(hostname);
};

/** Adds the answer to the URL's query. */
export const withAnswer = (redirectUri: string, answer: Readonly<Record<string, string | null>>): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer))
    if (value !== null) url.searchParams.append(name, value);
  return url.href;
};
