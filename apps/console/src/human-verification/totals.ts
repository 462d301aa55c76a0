/** Sums of how challenges ended. */
export interface Counts {
  readonly provider: string;
  readonly passed: number;
  readonly failed: number;
  readonly unjudged: number;
}

/** The sum of each provider, in the order of their first rows. */
export const totalsOf = (rows: readonly Counts[]): Counts[] => {
  const found = new Map<string, Counts>();
  for (const { provider, passed, failed, unjudged } of rows) {
    const sum = found.get(provider) ?? { provider, passed: 0, failed: 0, unjudged: 0 };
    found.set(provider, {
      provider,
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      unjudged: sum.unjudged + unjudged,
    });
  }
  return [...found.values()];
};
