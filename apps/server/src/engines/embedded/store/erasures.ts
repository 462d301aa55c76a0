/** Subjects that are erased together: sums and transitions are looked through and corrected once for all who wait. */
import type { Subject } from '../../../events/record/subject.ts';
import { personOf } from '../../../events/store/rows.ts';

/** Subjects that are erased together, so that the length of a statement has a bound. */
const TOGETHER = 100;

type Kind = 'user' | 'device';
/** How many events were removed by the name of their user or device. */
export type Removed = Readonly<Record<Kind, Map<string, number>>>;

/** Subjects of a kind: their names, and the hashes that stand for them in sums. */
export interface Named {
  readonly names: readonly string[];
  readonly persons: readonly bigint[];
}

export const named = (subjects: readonly Subject[], kind: Kind): Named => {
  const names = subjects.flatMap(subject => {
    if (kind === 'user') return 'user' in subject ? subject.user : [];
    return 'device' in subject ? subject.device : [];
  });
  return { names, persons: names.flatMap(name => personOf({ [kind]: name }) ?? []) };
};

/** @returns of each subject, how many events were removed; who comes twice is told the second time that nothing was left */
export const removedOf = (subjects: readonly Subject[], removed: Removed): readonly number[] => {
  const take = (kind: Kind, name: string): number => {
    const events = removed[kind].get(name) ?? 0;
    removed[kind].delete(name);
    return events;
  };
  return subjects.map(subject =>
    'user' in subject ? take('user', subject.user) : take('device', subject.device),
  );
};

interface Waiting {
  readonly subject: Subject;
  readonly resolve: (events: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Erases subjects: those that come while others are erased wait, and go together. */
export class Erasures {
  readonly #erase: (take: () => readonly Subject[]) => Promise<readonly number[]>;
  #waiting: Waiting[] = [];
  #running = false;

  /**
   * @param erase removes every event of the subjects that it takes, which it does once, as late as it can: others come meanwhile
   * @returns of each, how many events that were
   */
  constructor(erase: (take: () => readonly Subject[]) => Promise<readonly number[]>) {
    this.#erase = erase;
  }

  /** Removes every event of a subject, from the sums too. @returns how many events that were */
  erase(subject: Subject): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ subject, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) await this.#eraseTogether();
    this.#running = false;
  }

  async #eraseTogether(): Promise<void> {
    let taken: readonly Waiting[] = [];
    try {
      const events = await this.#erase(() => {
        taken = this.#waiting.splice(0, TOGETHER);
        return taken.map(({ subject }) => subject);
      });
      for (const [n, { resolve }] of taken.entries()) resolve(events[n] ?? 0);
    } catch (error) {
      const failed = taken.length > 0 ? taken : this.#waiting.splice(0);
      for (const { reject } of failed) reject(error);
    }
  }
}
