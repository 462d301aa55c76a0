import { ADDRESS, type Field } from './limits.ts';

/** Absent is empty. */
type Part = string | number | null | undefined;

/** A report on its way: the beacon's field, and its parts, of which the first is how many such things it stands for. */
export interface Report {
  /** `d`: how many were dropped. */
  readonly field: Field | 'd';
  readonly parts: [weight: number, ...rest: Part[]];
}

/** Where these stand in the parts of an error. */
const MESSAGE = 3;
const STACK = 4;
/** Characters that a text loses at a time. */
const STEP = -20;

/** Percent-encoded, `!` too; halves of characters, which can't be, are left out. */
const encode = (part: Part): string =>
  encodeURIComponent(String(part ?? '').replace(/\p{Cs}/gu, '')).replace(/!/g, '%21');

/**
 * The addresses that carry the reports, each shorter than 2,000 characters: as many reports in one as fit. An error that
 * is too long by itself loses what matters least, first the far end of its stack, then the end of its message. Nothing
 * else is ever long; where it is, it is left out.
 *
 * @param head the endpoint and the fields that all reports share
 */
export const addresses = (head: string, reports: readonly Report[]): string[] => {
  const made: string[] = [];
  let address = head;
  for (const { field, parts } of reports) {
    const write = (begin: string): string | undefined => {
      const whole = `${begin}&${field}=${parts.map(encode).join('!')}`;
      return whole.length < ADDRESS ? whole : undefined;
    };
    let longer = write(address);
    if (!longer) {
      made.push(address);
      for (;;) {
        longer = write(head);
        const cut = parts[STACK] ? STACK : MESSAGE;
        if (longer || !parts[cut]) break;
        parts[cut] = String(parts[cut]).slice(0, STEP);
      }
    }
    address = longer ?? head;
  }
  return [...made, address].filter(full => full !== head);
};
