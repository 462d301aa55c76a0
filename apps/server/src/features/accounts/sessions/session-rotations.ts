/**
 * Refreshes that come while others are on their way to PostgreSQL go there together, in one statement and one commit: when lessons begin,
 * a commit for each would be half of what a refresh costs. What comes alone goes immediately.
 */
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isBusy, PoolFull } from '../../../platform/database/errors.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { tracedApart } from '../../../platform/tracing.ts';
import { rotate, type Rotated, rotateTogether, type Rotation } from './session-rotation.ts';

/** Refreshes on their way alone from which others gather. One may wait for a row that a password change has locked. */
const ALONE = 2;
/** Refreshes in one statement, and those that wait: beyond, calls are refused immediately. */
const TOGETHER = 100;
const WAITING = 1_000;
/**
 * Concurrent statements: one whose connection leads nowhere keeps the others from theirs for as long as its time
 * limit.
 */
const STATEMENTS = 2;
/** Milliseconds that one waits for its statement at most, as long as for a connection. */
const LONGEST_WAIT = 5_000;

interface Waiting {
  readonly rotation: Rotation;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (rotated: Rotated | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** @returns `rotate` for many concurrent calls; it throws PoolFull where too many wait, or one for too long */
export const createRotations = (
  db: Kysely<Database>,
): ((rotation: Rotation) => Promise<Rotated | undefined>) => {
  let alone = 0;
  /** In the order in which they came. */
  const waiting = new Set<Waiting>();
  let gathering = false;
  let sending = 0;

  const take = (count: number): Waiting[] => {
    const taken = [...waiting].slice(0, count);
    for (const one of taken) {
      waiting.delete(one);
      clearTimeout(one.timer);
    }
    return taken;
  };
  const send = async (): Promise<void> => {
    // What came in the same turn of the event loop goes with the first.
    await setImmediate();
    gathering = false;
    const some = take(TOGETHER);
    if (some.length === 0) return;
    sending += 1;
    begin();
    try {
      const rotated = await rotateTogether(
        db,
        some.map(({ rotation }) => rotation),
      );
      for (const [index, { resolve }] of some.entries()) resolve(rotated[index]);
    } catch (error) {
      // Where PostgreSQL is not there, those that wait would find it out after as long again.
      const all = isBusy(error) ? [...some, ...take(WAITING)] : some;
      for (const { reject } of all) reject(error);
    } finally {
      sending -= 1;
    }
    begin();
  };
  const begin = (): void => {
    if (gathering || sending >= STATEMENTS || waiting.size === 0) return;
    gathering = true;
    // It is of no single request.
    void tracedApart('refreshes', {}, send);
  };
  const gathered = (rotation: Rotation): Promise<Rotated | undefined> => {
    if (waiting.size >= WAITING) throw new PoolFull();
    return new Promise<Rotated | undefined>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(new PoolFull());
      }, LONGEST_WAIT);
      const one = { rotation, timer, resolve, reject };
      waiting.add(one);
      begin();
    });
  };

  return async rotation => {
    if (gathering || sending > 0 || alone >= ALONE) {
      const rotated = await gathered(rotation);
      if (rotated) return rotated;
    }
    alone += 1;
    try {
      return await rotate(db, rotation);
    } finally {
      alone -= 1;
    }
  };
};
