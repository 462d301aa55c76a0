import { SAMPLE } from './limits.ts';

/** So many calls of a page are one sequence; later ones are a sequence for each address, of which so many are known at once. */
const MANY = 200;

/**
 * Picks one of each ten calls in a row, by chance, so that each call has the same chance of a tenth, whatever the order
 * of calls: a sum of weights is right in the mean. In the short visits that most are it is a row of all calls, so that a
 * visit's sum is never off by ten; later on a row for each address, so that an address's is not.
 *
 * @param random from 0 to below 1
 * @returns whether this call is picked
 */
export const createSampler = (random: () => number): ((address: string) => boolean) => {
  const rows = new Map<string, [next: number, picked: number]>();
  let calls = 0;
  return address => {
    const name = calls++ < MANY ? '' : address;
    let row = rows.get(name);
    if (!row || row[0] === SAMPLE) {
      // Counting anew takes nothing from its fairness.
      if (rows.size > MANY) rows.clear();
      rows.set(name, (row = [0, Math.floor(random() * SAMPLE)]));
    }
    return row[0]++ === row[1];
  };
};
