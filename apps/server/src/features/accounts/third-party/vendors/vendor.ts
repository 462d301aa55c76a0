/** What the vendors of third-party sign-in share: the interface, GET calls, and the fields of answers. */
import type { Identity } from '../../../../identity/third-party-identity.ts';
import { fetchVendor } from '../../../../platform/vendor-http.ts';

/** A site's registration with a vendor. */
export interface VendorApp {
  readonly appid: string;
  readonly secret: string;
}

/** A person who came back from a vendor's page. */
export interface Identified {
  readonly identity: Identity;
  /** Asks the vendor for the person's name there, as they chose it. @throws VendorError and nothing else */
  name(): Promise<string | undefined>;
}

export interface Vendor {
  /**
   * Exchanges an authorisation code for who the person is.
   * @param redirectUri where the vendor sent the person back to
   * @throws VendorError and nothing else.
   */
  identify(code: string, redirectUri: string | undefined): Promise<Identified>;
}

/** The text that a vendor answers to a GET. @throws VendorError unavailable. */
export const askVendor = (
  base: string,
  path: string,
  query: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<string> => fetchVendor(`${base}${path}?${new URLSearchParams(query)}`, timeoutMs);

/** A field of an answer that is a text of some length; undefined otherwise. */
export const textOf = (answer: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = Object.hasOwn(answer, name) ? answer[name] : undefined;
  return typeof value === 'string' && value !== '' && value.length <= 1_024 ? value : undefined;
};

/** A vendor's own error code, which comes as a number or as a text; `'0'` where there is none. */
export const codeOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : value == null ? '0' : 'unknown';
