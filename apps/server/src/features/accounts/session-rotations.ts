/**
 * Refreshes that come while others are on their way to PostgreSQL go there together, in one statement and one commit: when lessons begin,
 * a commit for each would be half of what a refresh costs. What comes alone goes at once.
 */
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { PoolFull } from '../../platform/database/errors.ts';
import type { Database } from '../../platform/database/schema.ts';
import { tracedApart } from '../../platform/tracing.ts';
import { rotate, type Rotated, rotateTogether, type Rotation } from './session-rotation.ts';

/** Refreshes on their way alone from which others gather. One may wait for a row that a password change has locked. */
const ALONE = 2;
/** Refreshes in one statement, and those that wait: beyond, calls are refused at once. */
const TOGETHER = 100;
const WAITING = 1_000;

interface Waiting {
  readonly rotation: Rotation;
  readonly resolve: (rotated: Rotated | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** @returns `rotate` for many at once; it throws PoolFull where too many wait */
export const createRotations = (
  db: Kysely<Database>,
): ((rotation: Rotation) => Promise<Rotated | undefined>) => {
  let alone = 0;
  let waiting: Waiting[] = [];
  let running = false;

  const sendAll = async (): Promise<void> => {
    // What came in the same turn of the event loop goes with the first.
    await setImmediate();
    while (waiting.length > 0) {
      const some = waiting.slice(0, TOGETHER);
      waiting = waiting.slice(TOGETHER);
      try {
        const rotated = await rotateTogether(
          db,
          some.map(({ rotation }) => rotation),
        );
        for (const [index, { resolve }] of some.entries()) resolve(rotated[index]);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    // At once: who comes next begins anew.
    running = false;
  };
  const gathered = (rotation: Rotation): Promise<Rotated | undefined> => {
    if (waiting.length >= WAITING) throw new PoolFull();
    const answer = new Promise<Rotated | undefined>((resolve, reject) =>
      waiting.push({ rotation, resolve, reject }),
    );
    if (!running) {
      running = true;
      // It is of no single request.
      void tracedApart('refreshes', {}, sendAll);
    }
    return answer;
  };

  return async rotation => {
    if (running || alone >= ALONE) {
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
