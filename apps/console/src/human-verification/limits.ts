/** The limits of a verification rule, parsed from the form. */
import type { BodyOf, ConsoleCalls } from '../client/calls.ts';

export const countedRequests = ['identity', 'device', 'address', 'prefix'] as const;
export const countedFailures = ['identity', 'device', 'address'] as const;
export type Limits = BodyOf<ConsoleCalls['setVerificationRule']>['limits'];

/**
 * Parses the limits. An empty field keeps the built-in limit.
 * @param typed returns the text of a field, such as `requests.identity`
 * @returns the limits, and the fields that are not whole numbers from 1 to 1,000,000
 */
export const readLimits = (
  typed: (field: string) => string,
): { readonly limits: Limits; readonly wrong: readonly string[] } => {
  const wrong: string[] = [];
  const read = <const K extends string>(group: string, names: readonly K[]) => {
    const found: { [P in K]?: number } = {};
    for (const name of names) {
      const field = `${group}.${name}`;
      const text = typed(field).trim();
      if (text === '') continue;
      if (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000)
        found[name] = Number(text);
      else wrong.push(field);
    }
    return found;
  };
  const requests = read('requests', countedRequests);
  const failures = read('failures', countedFailures);
  return {
    limits: {
      ...(Object.keys(requests).length === 0 ? {} : { requests }),
      ...(Object.keys(failures).length === 0 ? {} : { failures }),
    },
    wrong,
  };
};
