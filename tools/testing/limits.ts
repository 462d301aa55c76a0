/**
 * The one limit of tests, hooks and everything they wait for. It only ends what hangs: no test's result depends on how fast
 * the machine is, so none sets a limit of its own.
 */
export const LIMIT = 10 * 60_000;

/** For the configurations of vitest. */
export const limits = {
  testTimeout: LIMIT,
  hookTimeout: LIMIT,
  expect: { poll: { timeout: LIMIT } },
} as const;
