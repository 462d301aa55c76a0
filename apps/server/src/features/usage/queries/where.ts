/** Conditions of a statement, and the values that they name. */
import type { Value, Values } from '../../../events/store/protocol.ts';
import { flag, HOUR } from '../../../events/store/tables.ts';
import type { Span, Who } from './statements.ts';

export class Where {
  readonly #conditions: string[] = [];
  readonly #values: Record<string, Value> = {};

  and(condition: string, values: Values = {}): this {
    this.#conditions.push(condition);
    Object.assign(this.#values, values);
    return this;
  }

  get sql(): string {
    return this.#conditions.length === 0 ? 'true' : this.#conditions.join(' and ');
  }

  get values(): Values {
    return this.#values;
  }
}

/** The bits of `flags` that are looked at, and those of them that have to be set; undefined where none matters. */
export const flagsOf = ({
  sample,
  bots,
  dev,
}: Who): { readonly mask: number; readonly wanted: number } | undefined => {
  let mask = 0;
  let wanted = 0;
  for (const [counted, bit] of [
    [sample, flag.sample],
    [bots, flag.bot],
    [dev, flag.dev],
  ] as const) {
    if (counted === 'with') continue;
    mask |= bit;
    if (counted === 'only') wanted |= bit;
  }
  return mask === 0 ? undefined : { mask, wanted };
};

/** A condition on `time`: within one of the spans, or no more than `around` ms from it. */
export const withinSpans = (spans: readonly Span[], around = 0): string =>
  spans.length === 0
    ? 'false'
    : `(${spans.map(({ from, to }) => `(time >= ${from - around} and time < ${to + around})`).join(' or ')})`;

/** A condition on `hour`: within one of the spans, which are whole hours. */
export const withinHours = (spans: readonly Span[]): string =>
  spans.length === 0
    ? 'false'
    : `(${spans.map(({ from, to }) => `(hour >= ${from / HOUR} and hour < ${to / HOUR})`).join(' or ')})`;
