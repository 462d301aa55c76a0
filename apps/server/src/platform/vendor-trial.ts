/** What a vendor says of this site's keys when it is asked for what it has to refuse for another reason. */
import { VendorError } from './vendor-http.ts';

export interface Trial {
  /** refused: the vendor does not accept the keys or what belongs to them. unavailable: it did not answer. */
  readonly outcome: 'accepted' | 'refused' | 'unavailable';
  /** The vendor's code, or what happened; null: it accepted. */
  readonly code: string | null;
}

export const ACCEPTED: Trial = { outcome: 'accepted', code: null };

/** @param ask a call with something made up: that the vendor refuses it for that, after it knew the keys, is a success */
export const tryVendor = async (ask: () => Promise<unknown>): Promise<Trial> => {
  try {
    await ask();
    return ACCEPTED;
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    if (error.kind === 'refused') return ACCEPTED;
    return { outcome: error.kind === 'misconfigured' ? 'refused' : 'unavailable', code: error.reason };
  }
};
