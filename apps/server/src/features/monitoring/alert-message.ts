/** The message of an alert: as JSON for the webhook, as text for group bots. */
import type { AlertRule } from '@rollcall/contract/console';
import type { Language } from '../../http/language.ts';
import { type AlertedKind, type AlertState, type AlertWords, alertWords } from './alert-words.ts';
import { type AlertedQuestion, momentText, questionLines } from './question-alert-text.ts';

/** What the webhook gets; times in milliseconds since 1970. */
export interface AlertMessageBody {
  readonly state: AlertState;
  /** Null for an alert without a rule, and for a test. */
  readonly episode: number | null;
  readonly began_at: number;
  readonly ended_at: number | null;
  /** Null if nothing was measured. */
  readonly value: number | null;
  /** Null if nothing was measured. */
  readonly worst: number | null;
  readonly threshold: number;
  readonly rule: {
    readonly id: number | null;
    readonly name: string;
    readonly product: string | null;
    readonly kind: AlertedKind;
    readonly target: string;
    readonly percentile: number | null;
    readonly window_minutes: number;
  };
  /** Of an alert about the message budget. */
  readonly messages?: {
    /** Whose. */
    readonly of?: string;
    readonly sent: number;
    readonly limit: number;
    readonly left: number;
    readonly ends_at: number;
  };
  /** Of an alert on a saved question. */
  readonly question?: AlertedQuestion;
  /** A dashboard that is sent: what it says, in lines, and in which language; absent: Chinese, as all were once. */
  readonly dashboard?: {
    readonly id: string;
    readonly lines: readonly string[];
    readonly language?: Language | undefined;
  };
}

/** A message about something else than a rule, with the fields of a rule's, so that a receiver needs no other code. */
export const messageWithoutRule = (
  rule: Pick<AlertMessageBody['rule'], 'kind' | 'name' | 'target' | 'window_minutes'>,
  told: Pick<AlertMessageBody, 'state' | 'began_at' | 'value' | 'threshold'> & Partial<AlertMessageBody>,
): AlertMessageBody => ({
  episode: null,
  ended_at: null,
  worst: told.value,
  ...told,
  rule: { id: null, product: null, percentile: null, ...rule },
});

/** @param rule whose message it stands for; absent: a channel is tested by itself */
export const testMessage = (at: number, rule?: AlertRule): AlertMessageBody => ({
  state: 'test',
  episode: null,
  began_at: at,
  ended_at: null,
  value: null,
  worst: 0,
  threshold: rule?.threshold ?? 0,
  rule: {
    id: rule?.id ?? null,
    name: rule?.name ?? '测试',
    product: rule?.product ?? null,
    kind: rule?.kind ?? 'test',
    target: rule?.target ?? '*',
    percentile: rule?.percentile ?? null,
    window_minutes: rule?.window ?? 0,
  },
});

/** At most two digits after the point. */
const figure = (value: number): string => String(Number(value.toFixed(2)));

const unitOf = ({ kind, target }: AlertMessageBody['rule'], value: number, words: AlertWords): string => {
  if (kind === 'failed-share' || kind === 'message-budget') return `${figure(value * 100)}%`;
  if (kind === 'error-rate') return words.perMinute(figure(value));
  if (kind === 'webhook-paused') return words.hours(figure(value));
  if (kind === 'no-events' || kind === 'no-sign-ins') return words.minutes(Math.floor(value));
  return target === 'CLS' ? figure(value) : words.milliseconds(Math.round(value));
};

const whatOf = (
  { kind, target, percentile, window_minutes: minutes }: AlertMessageBody['rule'],
  words: AlertWords,
): string =>
  words.what[kind]({
    minutes,
    of: target === '*' ? '' : words.of(target),
    share: percentile === null ? '' : `p${Math.round(percentile * 100)}`,
    target,
  });

/** Bots read angle brackets as mentions of people. */
const plain = (text: string): string => text.replaceAll('<', '＜').replaceAll('>', '＞').replace(/\s+/g, ' ');

export interface AlertText {
  readonly title: string;
  /** Lines without markup. */
  readonly lines: readonly string[];
  /** Where the console shows more. */
  readonly url: string;
  /** What the link to it is called. */
  readonly open: string;
}

/**
 * The text of a message.
 * @param place the school's name and the issuer, whose console the text links to
 * @param wanted the language; a dashboard keeps the one that its lines were written in
 */
export const alertText = (
  body: AlertMessageBody,
  place: { readonly name: string; readonly issuer: string },
  wanted: Language,
): AlertText => {
  const { state, rule, value, threshold, worst, began_at, ended_at, messages, question, dashboard } = body;
  const language = dashboard ? (dashboard.language ?? 'zh-CN') : wanted;
  const words = alertWords[language];
  const at = (time: number) => momentText(time, language);
  const unit = (amount: number) => unitOf(rule, amount, words);
  const lines: string[] = [];
  if (state === 'test') {
    lines.push(words.tested);
    if (rule.id !== null) lines.push(words.measured(whatOf(rule, words), undefined, unit(threshold)));
  } else if (dashboard) {
    lines.push(...dashboard.lines);
  } else if (question) {
    lines.push(...questionLines(body, question, language));
  } else {
    if (rule.product !== null && rule.kind !== 'no-sign-ins') lines.push(words.product(rule.product));
    lines.push(
      words.measured(whatOf(rule, words), value === null ? undefined : unit(value), unit(threshold)),
    );
    if (state === 'no-data') lines.push(words.noData);
    if (state === 'changed') lines.push(words.changed);
    if (messages) lines.push(words.sent(messages.sent, messages.limit, at(messages.ends_at)));
    lines.push(words.began(at(began_at)));
    if (ended_at !== null) lines.push(words.ended(at(ended_at), worst === null ? undefined : unit(worst)));
  }
  const product = rule.product === null ? '' : `?${new URLSearchParams({ product: rule.product })}`;
  const page = dashboard
    ? `/console/dashboards/${dashboard.id}`
    : question
      ? `/console/ask?${new URLSearchParams({ saved: question.id })}`
      : `/console/monitor/alerts${product}`;
  const name = rule.kind === 'test' ? words.test : rule.name;
  return {
    title: plain(words.title(place.name, words.heads[state], name)),
    lines: lines.map(plain),
    url: place.issuer + page,
    open: words.open,
  };
};
