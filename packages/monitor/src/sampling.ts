import { MANY, SAMPLE } from './limits.ts';

/**
 * Samples one of each ten consecutive calls at random. Each call has the same probability of a tenth in any order of calls, so
 * sums of weights are unbiased. The first 200 calls of a page are one sequence, so that the sum of a short visit is off by less
 * than ten; later calls are a sequence per endpoint, so that each endpoint's sum is.
 * @param random returns a number from 0 to below 1
 * @returns a function of a call's method and path that says whether to report this call
 */
export const createSampler = (random: () => number): ((endpoint: string) => boolean) => {
  const sequences = new Map<string, [next: number, sampled: number]>();
  let calls = 0;
  return endpoint => {
    const name = calls++ < MANY ? '' : endpoint;
    let sequence = sequences.get(name);
    if (!sequence || sequence[0] === SAMPLE) {
      // Starting a new sequence keeps the sample unbiased.
      if (sequences.size > MANY) sequences.clear();
      sequences.set(name, (sequence = [0, Math.floor(random() * SAMPLE)]));
    }
    return sequence[0]++ === sequence[1];
  };
};
