/** An alert rule, to and from the texts of its form. */
import { type AlertKind, type AlertRule, type AlertRuleInput, vitals } from '@rollcall/contract/console';

/** The fields as text; shares are typed as percentages. */
export type RuleField = 'name' | 'target' | 'percentile' | 'threshold' | 'window' | 'least';
export type TypedRule = Readonly<Record<RuleField, string>>;
export const percentiles = ['50', '75', '90', '95', '99'] as const;

const numberOf = (text: string): number =>
  /^\d{1,7}(?:\.\d{1,4})?$/.test(text.trim()) ? Number(text) : Number.NaN;
/** Removes rounding errors of binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/** Whether rules of this kind have a percentile. */
export const hasPercentile = (kind: AlertKind): boolean => kind === 'vital' || kind === 'call-latency';

const targetFits = (kind: AlertKind, target: string): boolean =>
  kind === 'vital'
    ? vitals.some(vital => vital === target)
    : target === '*' ||
      (kind === 'error-rate' ? /^[\da-f]{32}$/.test(target) : /^[A-Z]{1,16} \S+$/.test(target));

/** Returns the rule as the server takes it, or the wrong fields. An empty target means everything. */
export const readRule = (
  kind: AlertKind,
  typed: TypedRule,
  whose: { readonly product: string; readonly enabled: boolean },
): { readonly rule: AlertRuleInput } | { readonly wrong: readonly RuleField[] } => {
  const name = typed.name.trim();
  const target = typed.target.trim() === '' && kind !== 'vital' ? '*' : typed.target.trim();
  const entered = numberOf(typed.threshold);
  const threshold = kind === 'failed-share' ? tidy(entered / 100) : entered;
  const minutes = numberOf(typed.window);
  const least = numberOf(typed.least);
  const percentile = hasPercentile(kind) ? tidy(numberOf(typed.percentile) / 100) : 0.75;
  const right: Readonly<Record<RuleField, boolean>> = {
    name: name.length > 0 && name.length <= 100,
    target: target.length <= 240 && targetFits(kind, target),
    percentile: percentile >= 0.5 && percentile <= 0.99,
    threshold: kind === 'failed-share' ? threshold < 1 : threshold <= 3_600_000,
    window: Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440,
    least: Number.isInteger(least) && least >= 1 && least <= 1_000_000,
  };
  const wrong = (Object.keys(right) as RuleField[]).filter(field => !right[field]);
  return wrong.length > 0
    ? { wrong }
    : { rule: { ...whose, name, kind, target, percentile, threshold, window: minutes, least } };
};

/** The form's texts of a rule. */
export const typedOf = (rule: AlertRuleInput | AlertRule): TypedRule => ({
  name: rule.name,
  target: rule.target,
  percentile: String(tidy(rule.percentile * 100)),
  threshold: String(rule.kind === 'failed-share' ? tidy(rule.threshold * 100) : rule.threshold),
  window: String(rule.window),
  least: String(rule.least),
});

/** The form's texts of a new rule by kind. */
export const defaultRules: Readonly<Record<AlertKind, TypedRule>> = {
  'error-rate': { name: '', target: '*', percentile: '75', threshold: '5', window: '5', least: '1' },
  'failed-share': { name: '', target: '*', percentile: '75', threshold: '5', window: '5', least: '50' },
  vital: { name: '', target: 'LCP', percentile: '75', threshold: '4000', window: '60', least: '50' },
  'call-latency': { name: '', target: '*', percentile: '95', threshold: '2000', window: '10', least: '50' },
};
