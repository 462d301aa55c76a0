/** Conditions of a statement, and the values that they name. */
import type { Value, Values } from '../../../events/store/query-client.ts';
import { flag } from '../../../events/store/columns.ts';
import { HOUR } from '../../../events/store/counting.ts';
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
  trusted = 'with',
}: Who): { readonly mask: number; readonly wanted: number } | undefined => {
  let mask = 0;
  let wanted = 0;
  for (const [counted, bit] of [
    [sample, flag.sample],
    [bots, flag.bot],
    [dev, flag.dev],
    [trusted, flag.trusted],
  ] as const) {
    if (counted === 'with') continue;
    mask |= bit;
    if (counted === 'only') wanted |= bit;
  }
  return mask === 0 ? undefined : { mask, wanted };
};

/** A condition on `time`: within the span, or no more than `around` ms from it. An empty span has nothing around it. */
export const withinSpan = ({ from, to }: Span, around = 0): string =>
  from < to ? `(time >= ${from - around} and time < ${to + around})` : 'false';

/** A condition on `hour`: within the span, which is of whole hours. */
export const withinHours = ({ from, to }: Span): string => `(hour >= ${from / HOUR} and hour < ${to / HOUR})`;
