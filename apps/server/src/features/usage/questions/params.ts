/** The values of a statement: no text of a question ever stands in its SQL. */
import type { Value, Values } from '../../../events/store/query-client.ts';
import type { Fragment, QuestionDialect } from './dialect.ts';

export class Params {
  readonly #dialect: QuestionDialect;
  readonly #values: Record<string, Value> = {};
  readonly #names = new Map<string, string>();

  constructor(dialect: QuestionDialect) {
    this.#dialect = dialect;
  }

  /** Equal values are one, so that equal expressions stay equal. */
  #named(kind: 'text' | 'number', value: string | number): string {
    const key = `${kind} ${value}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `q${this.#names.size}`;
    this.#names.set(key, name);
    this.#values[name] = value;
    return name;
  }

  text(value: string): string {
    return this.#dialect.text(this.#named('text', value));
  }

  number(value: number): string {
    const name = this.#named('number', value);
    return Number.isSafeInteger(value) ? this.#dialect.integer(name) : this.#dialect.number(name);
  }

  /** Takes the values of a part of the statement. @returns its SQL */
  take({ sql, values }: Fragment): string {
    Object.assign(this.#values, values);
    return sql;
  }

  get values(): Values {
    return { ...this.#values };
  }
}
