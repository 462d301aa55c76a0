/** An alert rule, to and from the texts of its form. */
import {
  absenceMinutes,
  type AlertDefaults,
  type AlertKind,
  type AlertRule,
  type AlertRuleInput,
  fitsHours,
  isAbsence,
  type Vital,
  vitals,
  vitalThresholds,
} from '@rollcall/contract/console';

/** The fields as text; shares are typed as percentages. */
export type RuleField =
  | 'name'
  | 'target'
  | 'percentile'
  | 'threshold'
  | 'window'
  | 'least'
  | 'hourFrom'
  | 'hourTo';
export type TypedRule = Readonly<Record<RuleField, string>>;
export const percentiles = ['50', '75', '90', '95', '99'] as const;

const numberOf = (text: string): number =>
  /^\d{1,7}(?:\.\d{1,4})?$/.test(text.trim()) ? Number(text) : Number.NaN;
/** Removes rounding errors of binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(12));
/** Returns a share, 0.05, as its percentage, 5. */
export const percentOf = (share: number): string => String(tidy(share * 100));

/** Whether rules of this kind have a percentile. */
export const hasPercentile = (kind: AlertKind): boolean => kind === 'vital' || kind === 'call-latency';

const targetFits = (kind: AlertKind, target: string): boolean =>
  isAbsence(kind)
    ? kind === 'no-events' || target === '*'
    : kind === 'vital'
      ? vitals.some(vital => vital === target)
      : target === '*' ||
        (kind === 'error-rate' ? /^[\da-f]{32}$/.test(target) : /^[A-Z]{1,16} \S+$/.test(target));

/** The hours of the fields; null: the whole day, undefined: wrong. */
const readHours = (from: string, to: string): { from: number; to: number } | null | undefined => {
  const texts = [from.trim(), to.trim()] as const;
  if (texts.every(text => text === '')) return null;
  const [first, last] = texts.map(text => (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN));
  if (
    first === undefined ||
    last === undefined ||
    !(first <= 23 && last >= 1 && last <= 24) ||
    first === last
  )
    return undefined;
  return { from: first, to: last };
};

/** Returns the rule as the server takes it, or the wrong fields. An empty target means everything. */
export const readRule = (
  kind: AlertKind,
  typed: TypedRule,
  whose: Pick<AlertRuleInput, 'product' | 'enabled' | 'channel'>,
): { readonly rule: AlertRuleInput } | { readonly wrong: readonly RuleField[] } => {
  const name = typed.name.trim();
  const target = typed.target.trim() === '' && kind !== 'vital' ? '*' : typed.target.trim();
  const entered = numberOf(typed.threshold);
  const threshold = kind === 'failed-share' ? tidy(entered / 100) : entered;
  const absence = isAbsence(kind);
  const minutes = absence ? 1 : numberOf(typed.window);
  const least = absence ? 1 : numberOf(typed.least);
  const hours = absence ? readHours(typed.hourFrom, typed.hourTo) : null;
  const percentile = hasPercentile(kind) ? tidy(numberOf(typed.percentile) / 100) : 0.75;
  const right: Readonly<Record<RuleField, boolean>> = {
    name: name.length > 0 && name.length <= 100,
    target: target.length <= 240 && targetFits(kind, target),
    percentile: percentile >= 0.5 && percentile <= 0.99,
    threshold: absence
      ? threshold >= absenceMinutes[0] &&
        threshold <= absenceMinutes[1] &&
        fitsHours(threshold, hours ?? null)
      : kind === 'failed-share'
        ? threshold < 1
        : threshold <= 3_600_000,
    window: Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440,
    least: Number.isInteger(least) && least >= 1 && least <= 1_000_000,
    hourFrom: hours !== undefined,
    hourTo: hours !== undefined,
  };
  const wrong = (Object.keys(right) as RuleField[]).filter(field => !right[field]);
  return wrong.length > 0
    ? { wrong }
    : {
        rule: {
          ...whose,
          name,
          kind,
          target,
          percentile,
          threshold,
          window: minutes,
          least,
          hours: hours ?? null,
        },
      };
};

/** The form's texts of a rule. */
export const typedOf = (rule: AlertRuleInput | AlertRule): TypedRule => ({
  name: rule.name,
  target: rule.target,
  percentile: percentOf(rule.percentile),
  threshold: rule.kind === 'failed-share' ? percentOf(rule.threshold) : String(rule.threshold),
  window: String(rule.window),
  least: String(rule.least),
  hourFrom: rule.hours ? String(rule.hours.from) : '',
  hourTo: rule.hours ? String(rule.hours.to) : '',
});

const common = {
  name: '',
  target: '*',
  percentile: '75',
  threshold: '',
  least: '50',
  hourFrom: '',
  hourTo: '',
};

/** The metric, and the value from which web-vitals calls it poor: as every metric has its own, no setting has one. */
export const poor = (metric: Vital): Pick<TypedRule, 'target' | 'threshold'> => ({
  target: metric,
  threshold: String(vitalThresholds[metric][1]),
});

const defaultRules: Readonly<Record<AlertKind, TypedRule>> = {
  'error-rate': { ...common, window: '5', least: '1' },
  'failed-share': { ...common, window: '5' },
  vital: { ...common, ...poor('LCP'), window: '60' },
  'call-latency': { ...common, percentile: '95', window: '10' },
  'no-events': { ...common, window: '1', least: '1', hourFrom: '7', hourTo: '22' },
  'no-sign-ins': { ...common, window: '1', least: '1', hourFrom: '7', hourTo: '22' },
};

/**
 * The form's texts of a new rule.
 * @param defaults undefined: a process of the version before answered, which has none
 */
export const newRule = (kind: AlertKind, defaults: AlertDefaults | undefined): TypedRule => {
  const rule = defaultRules[kind];
  if (kind === 'vital' || !defaults) return rule;
  const threshold = defaults[kind];
  return { ...rule, threshold: kind === 'failed-share' ? percentOf(threshold) : String(threshold) };
};
