/** Pupils at a place, and the comparison of what is there with what was acknowledged. */
import { expect } from 'vitest';
import { newPerson, storedOf } from '../usage-data.ts';
import type { Ledger } from './ledger.ts';
import type { Place } from './place.ts';
import { newPupil, type School } from './pupil.ts';

/** What a place needs so that pupils may do as much as they do. */
export const pupilsEnv = {
  ROLLCALL_TRUST_PROXY: 'loopback',
  ROLLCALL_CODE_RETRY_SECONDS: '0',
  ROLLCALL_CODE_DAILY_LIMIT: '1000',
  ROLLCALL_USAGE_ADDRESS_RATE: '0',
  ROLLCALL_LOG_LEVEL: 'warn',
} as const;

export interface LivesOptions extends Pick<School, 'pace'> {
  readonly pupils: number;
  /** How many of them also keep a diary. */
  readonly diaries: number;
}

export interface Lives {
  /** Rejects if a pupil can't go on; resolves after the end. */
  readonly running: Promise<unknown>;
  /** Lets each end its act, and compares. @throws Error naming what is lost, twice or wrong */
  end(): Promise<void>;
}

/** Lets so many pupils use a place from now on. */
export const startLives = async (
  place: Place,
  ledger: Ledger,
  { pupils: count, diaries, pace }: LivesOptions,
): Promise<Lives> => {
  const reporter = await newPerson({ url: place.url(), code: place.code });
  const school = { place, ledger, reporter: reporter.id, pace };
  const pupils = Array.from({ length: count }, (_, n) => newPupil({ ...school, diary: n < diaries }));
  const ending = new AbortController();
  const running = Promise.all(pupils.map(pupil => pupil.live(ending.signal)));
  return {
    running,
    end: async () => {
      ending.abort();
      await running;
      await Promise.all(pupils.map(pupil => pupil.check()));
      const stored = (await storedOf({ url: place.url() }, reporter)).map(({ id }) => id);
      const present = new Set(stored);
      const missing = [...ledger.events].filter(id => !present.has(id));
      expect({ wrong: ledger.wrong, missing, twice: stored.length - present.size }).toEqual({
        wrong: [],
        missing: [],
        twice: 0,
      });
      expect(stored.length).toBe(ledger.events.size);
    },
  };
};
