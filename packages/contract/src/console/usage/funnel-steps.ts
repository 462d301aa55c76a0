/** The steps of a funnel, and their text in a query. */
import * as v from 'valibot';
import { STORABLE } from './filter.ts';

/** Bounds and default of the time from a funnel's first step to its last, in milliseconds. */
export const funnelWindow = { least: 1000, most: 30 * 86_400_000, usual: 86_400_000 } as const;

/** Least and most steps of a funnel. */
export const funnelLength = { least: 2, most: 10 } as const;

export interface FunnelStep {
  readonly kind: 'custom' | 'view' | 'click';
  readonly key: string;
}

const stepKinds = ['custom', 'view', 'click'] as const;

/**
 * Encodes a funnel's steps for a query: `custom:lesson.open,view:%2Fcourse`.
 * @example writeSteps(steps);
 * @see `docs/usage-queries.md`
 */
export const writeSteps = (steps: readonly FunnelStep[]): string =>
  steps.map(({ kind, key }) => `${kind}:${encodeURIComponent(key)}`).join(',');

/**
 * Decodes a funnel's steps; undefined if the text is invalid.
 * @example readSteps('custom:lesson.open,view:%2Fcourse');
 * @see `docs/usage-queries.md`
 */
export const readSteps = (given: string): readonly FunnelStep[] | undefined => {
  const steps: FunnelStep[] = [];
  for (const part of given.split(',')) {
    const [name, rest, ...more] = part.split(':');
    const known = stepKinds.find(one => one === name);
    if (!known || !rest || more.length > 0) return undefined;
    try {
      const key = decodeURIComponent(rest);
      if (!key || key.length > 1024 || !STORABLE.test(key)) return undefined;
      steps.push({ kind: known, key });
    } catch {
      return undefined;
    }
  }
  return steps;
};

export const steps = v.pipe(
  v.string(),
  v.maxLength(32_768),
  v.check(given => {
    const read = readSteps(given);
    return read !== undefined && read.length >= funnelLength.least && read.length <= funnelLength.most;
  }, `${funnelLength.least} to ${funnelLength.most} steps, like custom:lesson.open,view:%2Fcourse.`),
  v.transform(given => readSteps(given) ?? []),
);
