/** The counts of a rule, out of what was typed. */
import type { BodyOf, ConsoleCalls } from '../client/calls.ts';

export const countedRequests = ['identity', 'device', 'address', 'prefix'] as const;
export const countedFailures = ['identity', 'device', 'address'] as const;
export type Limits = BodyOf<ConsoleCalls['setVerificationRule']>['limits'];

/** What was typed by field, `requests.identity`; empty: the built-in count. Gives the fields that are no counts. */
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
