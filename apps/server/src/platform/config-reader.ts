/** Reads environment variables and collects all problems, so that one start reports all of them. */

import { nearestName } from './nearest-name.ts';
import { type ChoiceSetting, type IntegerSetting, usualOf } from './setting.ts';

/** Lists every invalid variable, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map(problem => `  ${problem}`).join('\n')}`);
  }
}

/** Thrown by a check: `expected` describes valid values, `shown` is the value or a substitute for a secret one. */
export class InvalidSetting extends Error {
  constructor(
    readonly expected: string,
    readonly shown: string,
  ) {
    super(expected);
  }
}

/** A line about a variable. */
export interface Problem {
  readonly name: string;
  readonly text: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What the value of a setting that is not set depends on. */
interface UsualOptions<T> {
  /** @default false */
  readonly production?: boolean;
  /** Where the table says in words what it is. */
  readonly usual?: T;
}

export class Reader {
  readonly #problems: Problem[] = [];
  readonly #read = new Set<string>();
  /** What the environment's files held at their first reading, by variable. */
  readonly #files: Map<string, unknown>;
  constructor(
    private readonly env: Environment,
    private readonly stored: ReadonlyMap<string, string> = new Map(),
    files?: Map<string, unknown>,
  ) {
    this.#files = files ?? new Map();
  }

  /** Reads again, with what operators set for what the environment leaves unset. Files are those that this one read. */
  withStored(stored: ReadonlyMap<string, string>): Reader {
    return new Reader(this.env, stored, this.#files);
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** The environment's value alone. */
  given(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  isSet(name: string): boolean {
    return this.text(name) !== undefined;
  }

  text(name: string): string | undefined {
    this.#read.add(name);
    return this.given(name) ?? this.stored.get(name);
  }

  wrong(name: string, shown: string | undefined, expected: string): void {
    this.#problems.push({
      name,
      text: `${name}${shown === undefined ? ' is not set' : ` is "${shown}"`}; expected: ${expected}.`,
    });
  }

  /** Reports what is wrong in a variable's file, in words that name the variable. */
  problem(name: string, text: string): void {
    this.#problems.push({ name, text: `${name}: ${text}` });
  }

  /** The checked value; undefined if unset or invalid. */
  checked<T>(name: string, check: (value: string) => T): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    try {
      return check(value);
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      this.wrong(name, error.shown, error.expected);
      return undefined;
    }
  }

  list<T>(name: string, check: (value: string) => T): readonly T[] | undefined {
    return this.checked(name, value =>
      value
        .split(',')
        .map(part => part.trim())
        .filter(part => part !== '')
        .map(check),
    );
  }

  matching(name: string, pattern: RegExp, expected: string, otherwise: string): string {
    const read = this.checked(name, value => {
      if (!pattern.test(value)) throw new InvalidSetting(expected, value);
      return value;
    });
    return read ?? otherwise;
  }

  /** What a file says: in the environment its path stands, and operators set its content. */
  file<T>(name: string, read: (path: string) => T, parse: (content: string) => T): T | undefined {
    const path = this.given(name);
    if (path === undefined) return this.checked(name, parse);
    return this.checked(name, () => {
      if (!this.#files.has(name)) this.#files.set(name, read(path));
      return this.#files.get(name) as T;
    });
  }

  integer({ name, form, usual }: IntegerSetting, options: UsualOptions<number> = {}): number {
    const { least, most } = form;
    const read = this.checked(name, value => {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= least && number <= most))
        throw new InvalidSetting(`a whole number from ${least} to ${most}`, value);
      return number;
    });
    return read ?? usualIn(name, usualOf(usual, options.production ?? false) ?? options.usual);
  }

  oneOf<T extends string>({ name, form, usual }: ChoiceSetting<T>, options: UsualOptions<T> = {}): T {
    const read = this.checked(name, value => {
      const option = form.options.find(known => known === value);
      if (option === undefined) throw new InvalidSetting(`one of ${form.options.join(', ')}`, value);
      return option;
    });
    return read ?? (usualIn(name, usualOf(usual, options.production ?? false) ?? options.usual) as T);
  }

  /**
   * Reports set variables that begin with `prefix` and were not read so far, with the nearest name that was.
   * @param ignored names that are read under conditions that do not hold
   */
  refuseUnknown(prefix: string, ignored: RegExp): void {
    for (const name of Object.keys(this.env)) {
      if (!name.startsWith(prefix) || this.#read.has(name) || ignored.test(name) || !this.env[name]?.trim())
        continue;
      const nearest = nearestName(name, this.#read);
      this.#problems.push({
        name,
        text: `${name} is unknown${nearest === undefined ? '.' : `; did you mean ${nearest}?`} See docs/configuration.md.`,
      });
    }
  }

  /** @throws ConfigError if any variable is invalid */
  end(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems.map(({ text }) => text));
  }
}

const usualIn = <T>(name: string, usual: T | undefined): T => {
  if (usual === undefined) throw new Error(`${name} has no usual value.`);
  return usual;
};
