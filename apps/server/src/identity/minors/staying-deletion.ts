/** Deletions that no operator cancels. */

/** Of `accounts` and its `guardianships`, whose columns are null without one. */
interface DeletionColumns {
  readonly guarded_at: Date | null;
  readonly child_until: Date | null;
  readonly erase_at: Date | null;
  readonly due_at: Date | null;
}

/** Why operators can't cancel an account's deletion: the guardian asked for it, or none consented in time; undefined: they can. */
export const whyDeletionStays = (
  { guarded_at: guarded, child_until: until, erase_at: erase, due_at: due }: DeletionColumns,
  at: number,
): 'guardian' | 'unanswered' | undefined => {
  if (erase) return 'guardian';
  // The job that ends a wait for a guardian would delete the account again.
  const waits = guarded === null && Number(until) > at;
  return waits && due && due.getTime() <= at ? 'unanswered' : undefined;
};
