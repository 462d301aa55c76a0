/** Reads environment variables and collects all problems, so that one start reports all of them. */

import { nearestName } from './nearest-name.ts';

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

export class Reader {
  readonly #problems: string[] = [];
  readonly #read = new Set<string>();
  constructor(private readonly env: Record<string, string | undefined>) {}

  isSet(name: string): boolean {
    return this.text(name) !== undefined;
  }

  text(name: string): string | undefined {
    this.#read.add(name);
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  wrong(name: string, shown: string | undefined, expected: string): void {
    this.#problems.push(
      `${name}${shown === undefined ? ' is not set' : ` is "${shown}"`}; expected: ${expected}.`,
    );
  }

  /** Reports what is wrong in a variable's file, in words that name the variable. */
  problem(text: string): void {
    this.#problems.push(text);
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

  integer(name: string, least: number, most: number, otherwise: number): number {
    const read = this.checked(name, value => {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= least && number <= most))
        throw new InvalidSetting(`a whole number from ${least} to ${most}`, value);
      return number;
    });
    return read ?? otherwise;
  }

  oneOf<const T extends string>(name: string, options: readonly T[], otherwise: NoInfer<T>): T {
    const read = this.checked(name, value => {
      const option = options.find(known => known === value);
      if (option === undefined) throw new InvalidSetting(`one of ${options.join(', ')}`, value);
      return option;
    });
    return read ?? otherwise;
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
      this.#problems.push(
        `${name} is unknown${nearest === undefined ? '.' : `; did you mean ${nearest}?`} See docs/configuration.md.`,
      );
    }
  }

  /** @throws ConfigError if any variable is invalid */
  end(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
  }
}
