/**
 * Loads of several parts, erasures, sample data, exports, retention, compaction, rewrites of the file, questions and kills of the process at
 * the same time, against the embedded store as it runs: whenever all of them are done, some order of theirs explains what each answered, and the store
 * answers what a naive one answers after the same order. What was erased is in no table and no byte of the files.
 *
 * A failure prints its seed and path: ROLLCALL_SEED and ROLLCALL_PATH run it again. The short form always tries the same histories.
 */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type Round, subjects, World } from './concurrent-world.ts';

const subject = fc.constantFrom(...subjects);
const round: fc.Arbitrary<Round> = fc.record({
  batches: fc.array(
    fc.record({
      // One part, two or three, as the client sends them.
      size: fc.constantFrom(3, 60, 540, 1040),
      mix: fc.nat(1000),
      again: fc.constantFrom(0, 0, 5),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  erased: fc.array(fc.array(subject, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
  sample: fc.constantFrom([], [], ['load'] as const, ['load', 'erase'] as const, ['erase'] as const),
  exported: fc.array(subject, { maxLength: 1 }),
  expires: fc.boolean(),
  compacts: fc.boolean(),
  rewrites: fc.nat(2),
  questions: fc.nat(3),
  order: fc.record({
    choices: fc.array(fc.record({ pick: fc.nat(1000), together: fc.constantFrom(1, 1, 2, 3) }), {
      minLength: 10,
      maxLength: 30,
    }),
    kills: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.nat(20), { maxLength: 2 }) },
    ),
  }),
});

/**
 * @param runs how many histories are tried
 * @param fixed the seed where none is given; without it another one each time
 */
export const concurrencySuite = (runs: number, fixed?: number): void => {
  describe('the embedded event store, asked for everything at once', () => {
    it('loses nothing, counts nothing twice and keeps nothing of the erased, whatever comes between two parts of a load', async () => {
      const { ROLLCALL_SEED: seed = fixed, ROLLCALL_PATH: path } = process.env;
      await fc.assert(
        fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 4 }), async rounds => {
          const world = await World.open();
          try {
            for (const each of rounds) await world.run(each);
            await world.reopen();
          } finally {
            await world.close();
          }
        }),
        {
          numRuns: runs,
          // Smaller ones would take minutes to find; the seed and path are enough to look at this one.
          endOnFailure: true,
          ...(seed === undefined ? {} : { seed: Number(seed) }),
          ...(path === undefined ? {} : { path }),
        },
      );
    });
  });
};
