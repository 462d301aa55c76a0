/** What the parts of a question are called, on the console's pages and in messages to operators. */
import type { MessageLanguage } from '../../monitor/alert-channels.ts';
import type { UsageKind } from '../filter.ts';
import type { QuestionEvent } from './condition.ts';
import type { aggregates, Measure, Question } from './question.ts';

/** The terms of questions and of their answers, in one language. */
export interface QuestionTerms {
  readonly anyEvent: string;
  readonly eventKinds: Readonly<Record<UsageKind, string>>;
  readonly measures: Readonly<Record<Extract<Measure, string>, string>>;
  readonly aggregates: Readonly<Record<(typeof aggregates)[number], string>>;
  readonly formula: string;
  /** The group of a question that has no breakdown. */
  readonly everybody: string;
  /** The group whose property has no value. */
  readonly none: string;
  /** Where a path comes from before its first page, and goes to after its last. */
  readonly begins: string;
  readonly ends: string;
  /** Said beside the newest figure, of a period that has not ended. */
  readonly running: Readonly<Record<Question['grain'], string>>;
}

/** The terms by language. */
export const questionTerms: Readonly<Record<MessageLanguage, QuestionTerms>> = {
  'zh-CN': {
    anyEvent: '任意行为',
    eventKinds: {
      custom: '任意自定义事件',
      view: '任意页面浏览',
      click: '任意点击',
      consent: '任意同意记录',
      dropped: '任意未入库',
      leave: '离开任意页面',
    },
    measures: { times: '次数', people: '用户数', sessions: '会话数', per_person: '人均次数' },
    aggregates: { sum: '总和', average: '平均值', p50: '中位数', p90: 'P90', p99: 'P99' },
    formula: '公式',
    everybody: '全部',
    none: '（无）',
    begins: '（进入）',
    ends: '（离开）',
    running: { hour: '本小时未结束', day: '今天未结束', week: '本周未结束', month: '本月未结束' },
  },
  en: {
    anyEvent: 'Any activity',
    eventKinds: {
      custom: 'Any event',
      view: 'Any page view',
      click: 'Any click',
      consent: 'Any consent',
      dropped: 'Any dropped',
      leave: 'Leaving any page',
    },
    measures: { times: 'Times', people: 'People', sessions: 'Sessions', per_person: 'Times per person' },
    aggregates: {
      sum: 'Sum',
      average: 'Average',
      p50: 'Median',
      p90: '90th percentile',
      p99: '99th percentile',
    },
    formula: 'Formula',
    everybody: 'All',
    none: '(none)',
    begins: '(enters)',
    ends: '(leaves)',
    running: {
      hour: 'this hour is not over',
      day: 'today is not over',
      week: 'this week is not over',
      month: 'this month is not over',
    },
  },
};

/**
 * What an event of a series is called.
 *
 * @param event null or undefined: any
 * @returns its key, else the name of its kind
 * @example eventName({ kind: 'view' }, questionTerms.en); // 'Any page view'
 * @see `docs/usage.md`
 */
export const eventName = (event: QuestionEvent | null | undefined, terms: QuestionTerms): string =>
  event ? (event.key ?? terms.eventKinds[event.kind]) : terms.anyEvent;

/**
 * What a group is called.
 *
 * @param by the values of its breakdowns
 * @example groupName(['web', null], questionTerms.en); // 'web · (none)'
 * @see `docs/usage.md`
 */
export const groupName = (by: readonly (string | null)[], { everybody, none }: QuestionTerms): string =>
  by.length === 0 ? everybody : by.map(value => (value === null || value === '' ? none : value)).join(' · ');
