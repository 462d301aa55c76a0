/** Nearest rank. @param share 0.95 for the 95th percentile; Infinity stands for what was refused */
export const percentile = (took: readonly number[], share: number): number =>
  took.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(took.length * share) - 1)] ?? Number.NaN;
