/** The WebAuthn relying party: the domain that passkeys belong to, and the origins whose pages may use them. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';

export interface RelyingParty {
  /** The RP ID: a host name. A passkey works on it and on the hosts below it. */
  readonly id: string;
  /** The accepted origins, compared exactly. */
  readonly origins: string[];
}

export interface PasskeyPlaces {
  /** The public URL. */
  readonly issuer: string;
  /** The domain that the pages share, such as `school.example`; absent: the issuer's host. */
  readonly domain?: string | undefined;
  /** Further origins whose pages sign people in. */
  readonly origins?: readonly string[];
}

/** The session or step that a setup or challenge belongs to, and the page of the request. */
export interface Place {
  readonly binding: string;
  readonly page: PageHeaders;
}

/** The binding of a step of a sign-in, which ties a challenge to the step's ticket without storing the ticket. */
export const stepBinding = (ticket: string): string =>
  `step ${createHash('sha256').update(ticket).digest('base64url')}`;

/** The relying party of a page. @throws the refusal IllegalOperation where passkeys do not work */
export type PartyOf = (page: PageHeaders) => RelyingParty;

/** The page of a request, as its headers tell. */
export interface PageHeaders {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
}

/** The page of a call. */
export const pageOf = ({
  header,
}: {
  readonly header: (name: string) => string | undefined;
}): PageHeaders => ({ origin: header('origin'), host: header('host') });

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const pageOrigin = ({ origin, host }: PageHeaders): URL | undefined => {
  const text = origin ?? (host === undefined ? '' : `http://${host}`);
  return URL.canParse(text) ? new URL(text) : undefined;
};

/**
 * The relying party of a request's page. WebAuthn takes no IP address, so with an issuer of this machine (the default of
 * development) passkeys work on `http://localhost` only.
 * @returns undefined where passkeys do not work
 */
export const relyingPartyOf = (
  { issuer, domain, origins = [] }: PasskeyPlaces,
  page: PageHeaders,
): RelyingParty | undefined => {
  const { hostname, origin } = new URL(issuer);
  const name = hostname.replaceAll(/[[\]]/g, '');
  if (isIP(name) !== 0 || name === 'localhost') {
    const url = pageOrigin(page);
    const here = url?.hostname === 'localhost' && (name === 'localhost' || isLoopback(name));
    return here ? { id: 'localhost', origins: [url.origin] } : undefined;
  }
  const id = domain !== undefined && isBelow(hostname, domain) ? domain : hostname;
  const own = [origin, ...origins].filter(
    one => URL.canParse(one) && isBelow(new URL(one).hostname, id) && one.startsWith('https:'),
  );
  // A browser uses passkeys on the pages of their domain only.
  if (page.origin !== undefined && !own.includes(page.origin)) return undefined;
  return { id, origins: [...new Set(own)] };
};

const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || address === '0.0.0.0' || address === '::';
