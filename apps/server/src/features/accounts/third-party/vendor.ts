/** What every third party that people sign in with has in common: the seam, and how one is asked. */
import type { Identity } from '../../../identity/third-party-identity.ts';

/** A site's registration with a vendor. */
export interface VendorApp {
  readonly appid: string;
  readonly secret: string;
}

/**
 * refused: the code is wrong, used or over, and the person has to start again. unavailable: slow, down, or not saying
 * anything that can be read. misconfigured: the vendor does not know this site, which is ours to mend.
 */
export type TroubleKind = 'refused' | 'unavailable' | 'misconfigured';

export class VendorTrouble extends Error {
  override readonly name = 'VendorTrouble';
  constructor(
    readonly kind: TroubleKind,
    /** For the log: the vendor's own code, or what happened. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${kind}: ${reason}`, options);
  }
}

export interface Vendor {
  /**
   * Exchanges an authorisation code for who the person is.
   * @param redirectUri where the vendor sent the person back to
   * @throws VendorTrouble and nothing else.
   */
  identify(code: string, redirectUri: string | undefined): Promise<Identity>;
}

/** Characters of an answer at most; theirs have some hundred. */
const LONGEST = 64 * 1024;

/**
 * Asks a vendor by GET and gives the answer's text.
 * @throws VendorTrouble unavailable: no answer in time, no success, or an answer beyond measure.
 */
export const askVendor = async (
  base: string,
  path: string,
  query: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<string> => {
  let text: string;
  try {
    // Secrets ride in the query, so no error names the address.
    const response = await fetch(`${base}${path}?${new URLSearchParams(query).toString()}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
    if (!response.ok) throw new VendorTrouble('unavailable', `HTTP ${response.status}`);
  } catch (error) {
    if (error instanceof VendorTrouble) throw error;
    throw new VendorTrouble('unavailable', (error as Error).name);
  }
  if (text.length > LONGEST) throw new VendorTrouble('unavailable', 'an answer beyond measure');
  return text;
};

/** A field of an answer that is a text of some length; undefined otherwise. */
export const textOf = (answer: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = Object.hasOwn(answer, name) ? answer[name] : undefined;
  return typeof value === 'string' && value !== '' && value.length <= 1_024 ? value : undefined;
};

/** A vendor's own error code, which comes as a number or as a text; `'0'` where there is none. */
export const codeOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : value == null ? '0' : 'unknown';
