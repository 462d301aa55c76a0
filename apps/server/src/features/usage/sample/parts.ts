/** What the sample consists of beside events and reports: each feature makes and removes the rows of its own tables. */
import type { StoredReport } from '../../../events/record/stored-report.ts';
import { type SampleError, sampleErrors } from './errors.ts';
import type { Pupil } from './school.ts';

/** How often an error happened in one release. */
export interface SampleSighting extends SampleError {
  readonly release: string;
  /** Milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** The invented school, as the events that were loaded have it. */
export interface SampleSchool {
  readonly product: string;
  readonly seed: number;
  /** Milliseconds since 1970; nothing is later. */
  readonly now: number;
  /** When each day begins, in milliseconds since 1970. */
  readonly days: readonly number[];
  readonly pupils: readonly Pupil[];
  readonly sightings: readonly SampleSighting[];
  readonly releases: readonly { readonly release: string; readonly first: number }[];
}

/** Names and numbers of made or removed rows. */
type Made = Readonly<Record<string, number>>;

export interface SamplePart {
  /** Makes the rows, all or none. The rows of an earlier sample are removed before. */
  make(school: SampleSchool): Promise<Made>;
  /** Removes every row, also what a killed run left. */
  remove(): Promise<Made>;
}

/** Collects what the parts need to know of the reports. */
export class Sightings {
  readonly #errors = new Map<string, SampleSighting>();
  readonly #releases = new Map<string, number>();

  add(reports: readonly StoredReport[]): void {
    for (const { kind, name, release, received: at } of reports) {
      this.#releases.set(release, Math.min(at, this.#releases.get(release) ?? at));
      if (kind !== 'error') continue;
      const error = sampleErrors.find(({ id }) => id === name);
      if (!error) throw new RangeError('no error of the sample');
      const key = `${name} ${release}`;
      const { first, last, count } = this.#errors.get(key) ?? { first: at, last: at, count: 0 };
      this.#errors.set(key, {
        ...error,
        release,
        first: Math.min(first, at),
        last: Math.max(last, at),
        count: count + 1,
      });
    }
  }

  get errors(): readonly SampleSighting[] {
    return [...this.#errors.values()];
  }

  get releases(): SampleSchool['releases'] {
    return [...this.#releases].map(([release, first]) => ({ release, first }));
  }
}
