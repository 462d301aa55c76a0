/** The message of an alert: as JSON for the webhook, as text for group bots. */
import { type AlertKind, type AlertRule, type EpisodeEnd, vitals } from '@rollcall/contract/console';
import { type AlertedQuestion, questionLines } from './question-alert-text.ts';
import { SCHOOL_ZONE } from '../../platform/school-zone.ts';

/**
 * `no-data`: there is nothing to measure any more, which is no recovery, nor is `changed`: the rule was disabled or measures something
 * else. `unevaluated`: a question can't be answered. `report`: a dashboard. `test`: an operator tries the channel.
 */
export type AlertState = 'firing' | EpisodeEnd | 'unevaluated' | 'report' | 'test';

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
    readonly kind: AlertKind | 'message-budget' | 'webhook-paused' | 'question' | 'dashboard' | 'test';
    readonly target: string;
    readonly percentile: number | null;
    readonly window_minutes: number;
  };
  /** Of an alert about the message budget. */
  readonly messages?: {
    readonly sent: number;
    readonly limit: number;
    readonly left: number;
    readonly ends_at: number;
  };
  /** Of an alert on a saved question. */
  readonly question?: AlertedQuestion;
  /** A dashboard that is sent: what it says, in lines. */
  readonly dashboard?: { readonly id: string; readonly lines: readonly string[] };
}

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

const beijing = new Intl.DateTimeFormat('zh-CN', {
  timeZone: SCHOOL_ZONE,
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** At most two digits after the point. */
const figure = (value: number): string => String(Number(value.toFixed(2)));

const unitOf = ({ kind, target }: AlertMessageBody['rule'], value: number): string => {
  if (kind === 'failed-share' || kind === 'message-budget') return `${figure(value * 100)}%`;
  if (kind === 'error-rate') return `每分钟 ${figure(value)} 个`;
  if (kind === 'webhook-paused') return `${figure(value)} 小时`;
  if (kind === 'no-events' || kind === 'no-sign-ins') return `${Math.floor(value)} 分钟`;
  return target === 'CLS' ? figure(value) : `${Math.round(value)} 毫秒`;
};

const whatOf = ({ kind, target, percentile, window_minutes }: AlertMessageBody['rule']): string => {
  const of = target === '*' ? '' : `（${target}）`;
  const share = percentile === null ? '' : `p${Math.round(percentile * 100)} `;
  const within = `${window_minutes} 分钟内`;
  switch (kind) {
    case 'error-rate':
      return `${within}的脚本错误${of}`;
    case 'failed-share':
      return `${within}失败的请求${of}`;
    case 'vital':
      return `${within} ${vitals.find(vital => vital === target) ?? target} 的 ${share}`.trim();
    case 'call-latency':
      return `${within}请求耗时的 ${share}`.trim() + of;
    case 'no-events':
      return `没有收到事件${of}`;
    case 'no-sign-ins':
      return '没有人登录';
    case 'message-budget':
      return target === 'hour' ? '一小时的验证码额度' : '一天的验证码额度';
    case 'webhook-paused':
      return `${target} 没有收到通知，已暂停发送`;
    case 'question':
    case 'dashboard':
      return '';
    case 'test':
      return '测试';
  }
};

/** Bots read angle brackets as mentions of people. */
const plain = (text: string): string => text.replaceAll('<', '＜').replaceAll('>', '＞').replace(/\s+/g, ' ');

export interface AlertText {
  readonly title: string;
  /** Lines without markup. */
  readonly lines: readonly string[];
  /** Where the console shows more. */
  readonly url: string;
}

/**
 * The text of a message, in Chinese.
 * @param place the school's name and the issuer, whose console the text links to
 */
export const alertText = (
  body: AlertMessageBody,
  place: { readonly name: string; readonly issuer: string },
): AlertText => {
  const { state, rule, value, threshold, worst, began_at, ended_at, messages, question, dashboard } = body;
  const heads = {
    firing: '警报',
    resolved: '已恢复',
    'no-data': '没有数据',
    changed: '警报停止',
    unevaluated: '无法计算',
    report: '看板',
    test: '测试消息',
  };
  const at = (time: number) => beijing.format(time);
  const lines: string[] = [];
  if (state === 'test') {
    lines.push('收到这条消息，说明警报可以发送到这里。');
    if (rule.id !== null) lines.push(`${whatOf(rule)}：阈值 ${unitOf(rule, threshold)}`);
  } else if (dashboard) {
    lines.push(...dashboard.lines);
  } else if (question) {
    lines.push(...questionLines(body, question));
  } else {
    if (rule.product !== null && rule.kind !== 'no-sign-ins') lines.push(`产品：${rule.product}`);
    const present = value === null ? '' : `${unitOf(rule, value)}，`;
    lines.push(`${whatOf(rule)}：${present}阈值 ${unitOf(rule, threshold)}`);
    if (state === 'no-data') lines.push('最近没有足够的样本，警报到此结束，但不代表问题已经解决。');
    if (state === 'changed') lines.push('规则已停用或修改，警报到此结束，但不代表问题已经解决。');
    if (messages)
      lines.push(`已发送 ${messages.sent} 条，共 ${messages.limit} 条，${at(messages.ends_at)} 恢复`);
    lines.push(`开始：${at(began_at)}`);
    if (ended_at !== null)
      lines.push(`结束：${at(ended_at)}${worst === null ? '' : `，最严重时 ${unitOf(rule, worst)}`}`);
  }
  const product = rule.product === null ? '' : `?${new URLSearchParams({ product: rule.product })}`;
  const page = dashboard
    ? `/console/dashboards/${dashboard.id}`
    : question
      ? `/console/ask?${new URLSearchParams({ saved: question.id })}`
      : `/console/monitor/alerts${product}`;
  return {
    title: plain(`【${place.name}】${heads[state]}：${rule.name}`),
    lines: lines.map(plain),
    url: place.issuer + page,
  };
};
