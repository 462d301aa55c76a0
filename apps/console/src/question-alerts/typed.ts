/** An alert on a question, to and from the texts of its form: durations in seconds, shares in percent. */
import {
  alertConditions,
  type AlertCondition,
  type FigureUnit,
  figureUnit,
  mayWatch,
  type Question,
  type QuestionAlert,
  type WatchedPeriod,
  watchedPeriods,
  watchedSeries,
} from '@rollcall/contract/console';

export type AlertField = 'name' | 'threshold' | 'least';

export interface TypedAlert extends Readonly<Record<AlertField, string>> {
  readonly series: number | null;
  readonly every: WatchedPeriod;
  readonly condition: AlertCondition;
  readonly channel: number | null;
  readonly enabled: boolean;
}

/** What an operator sets of an alert. */
export type AlertInput = Pick<
  QuestionAlert,
  'name' | 'series' | 'every' | 'condition' | 'threshold' | 'least' | 'channel' | 'enabled'
>;

const FACTORS = { number: 1, share: 0.01, duration: 1000 } as const satisfies Record<FigureUnit, number>;
/** Removes rounding errors of binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(12));
const typedFigure = (unit: FigureUnit, value: number): string => String(tidy(value / FACTORS[unit]));
const readFigure = (unit: FigureUnit, text: string): number =>
  /^-?\d{1,12}(?:\.\d{1,4})?$/.test(text.trim()) ? tidy(Number(text) * FACTORS[unit]) : Number.NaN;

/** The conditions of alerts, and the periods that a question has a figure of. */
export const conditions: readonly AlertCondition[] = alertConditions;
export const periodsOf = (question: Question): readonly WatchedPeriod[] =>
  watchedPeriods.filter(every => mayWatch(question, every));

export const newAlert = (question: Question, name: string): TypedAlert => ({
  name,
  series: watchedSeries(question).includes(null) ? null : 0,
  every: 'day',
  condition: 'dropped',
  threshold: '30',
  least: '10',
  channel: null,
  enabled: true,
});

export const typedAlert = (alert: QuestionAlert): TypedAlert => ({
  ...alert,
  threshold: typedFigure(alert.condition === 'dropped' ? 'share' : alert.unit, alert.threshold),
  least: typedFigure(alert.unit, alert.least),
});

/** @returns the alert as the server takes it, or the wrong fields */
export const readAlert = (
  question: Question,
  { name, series, every, condition, channel, enabled, ...typed }: TypedAlert,
): { readonly alert: AlertInput } | { readonly wrong: readonly AlertField[] } => {
  const unit = figureUnit(question, series);
  const threshold =
    condition === 'no-data' ? 0 : readFigure(condition === 'dropped' ? 'share' : unit, typed.threshold);
  const least = condition === 'dropped' ? readFigure(unit, typed.least) : 0;
  const right: Readonly<Record<AlertField, boolean>> = {
    name: /^[^\p{C}]{1,64}$/u.test(name.trim()),
    threshold: condition === 'dropped' ? threshold > 0 && threshold <= 1 : !Number.isNaN(threshold),
    least: least >= 0,
  };
  const wrong = (Object.keys(right) as AlertField[]).filter(field => !right[field]);
  return wrong.length > 0
    ? { wrong }
    : { alert: { name: name.trim(), series, every, condition, threshold, least, channel, enabled } };
};
