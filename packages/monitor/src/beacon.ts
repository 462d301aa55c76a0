import { MAX_URL_LENGTH, type Field } from './limits.ts';

/** An absent part is written as an empty one. */
type Part = string | number | null | undefined;

/** A queued report: the beacon's field and its parts; the first part is its weight. */
export interface Report {
  /** `d`: the number of dropped reports. */
  readonly field: Field | 'd';
  readonly parts: [weight: number, ...rest: Part[]];
}

/** Characters that are cut from a text at a time. */
const STEP = -20;

/** Percent-encodes a part, `!` too; lone surrogates, which can't be encoded, are removed. */
const encode = (part: Part): string =>
  encodeURIComponent(String(part ?? '').replace(/\p{Cs}/gu, '')).replace(/!/g, '%21');

/**
 * Packs reports into URLs, as many as fit into each. An error that is too long by itself is cut: first the end of its
 * trail, then of its stack, then of its message. Any other report that is too long is dropped.
 *
 * @param head the collector's URL with the fields that all reports share
 * @returns URLs of less than 2,000 characters
 */
export const beaconUrls = (head: string, reports: readonly Report[]): string[] => {
  const urls: string[] = [];
  let url = head;
  for (const { field, parts } of reports) {
    const write = (begin: string): string | false => {
      const whole = `${begin}&${field}=${parts.map(encode).join('!')}`;
      return whole.length < MAX_URL_LENGTH && whole;
    };
    let longer = write(url);
    if (!longer) {
      urls.push(url);
      while (!(longer = write(head))) {
        // The parts of an error: trail, stack, message.
        const cut = [5, 4, 3].find(index => parts[index]);
        if (!cut) break;
        parts[cut] = String(parts[cut]).slice(0, STEP);
      }
    }
    url = longer || head;
  }
  urls.push(url);
  return urls.filter(full => full !== head);
};
