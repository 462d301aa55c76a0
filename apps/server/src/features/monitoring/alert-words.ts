/** The words of alerts, in the language of the channel that they are sent to. */
import type { AlertKind, AlertProblem, EpisodeEnd } from '@rollcall/contract/console';
import type { Language } from '../../http/language.ts';

/**
 * `no-data`: there is nothing to measure any more, which is no recovery, nor is `changed`: the rule was disabled or measures something
 * else. `unevaluated`: a question can't be answered. `report`: a dashboard. `test`: an operator tries the channel.
 */
export type AlertState = 'firing' | EpisodeEnd | 'unevaluated' | 'report' | 'test';

/** What a message is about. */
export type AlertedKind = AlertKind | 'message-budget' | 'webhook-paused' | 'question' | 'dashboard' | 'test';

/** What a rule measures: over so many minutes, of what (in parentheses, or empty), and which quantile (or empty). */
interface Measured {
  readonly minutes: number;
  readonly of: string;
  readonly share: string;
  readonly target: string;
}

export interface AlertWords {
  readonly title: (school: string, head: string, name: string) => string;
  readonly heads: Readonly<Record<AlertState, string>>;
  /** The name of a test that is of no rule. */
  readonly test: string;
  readonly tested: string;
  readonly of: (target: string) => string;
  readonly what: Readonly<Record<AlertedKind, (measured: Measured) => string>>;
  readonly perMinute: (count: string) => string;
  readonly hours: (count: string) => string;
  readonly minutes: (count: number) => string;
  readonly milliseconds: (count: number) => string;
  readonly product: (name: string) => string;
  /** What was measured beside the limit. @param value undefined: nothing */
  readonly measured: (what: string, value: string | undefined, limit: string) => string;
  readonly noData: string;
  readonly changed: string;
  readonly sent: (sent: number, limit: number, ends: string) => string;
  readonly began: (at: string) => string;
  readonly ended: (at: string, worst: string | undefined) => string;
  readonly open: string;
  readonly question: {
    readonly name: (name: string) => string;
    readonly problems: Readonly<Record<AlertProblem, string>>;
    readonly unevaluated: (problem: string) => string;
    readonly changed: string;
    readonly figure: (period: string, figure: string) => string;
    readonly nothing: string;
    readonly before: (figure: string) => string;
    readonly noData: string;
    readonly dropped: (share: string) => string;
    readonly above: (limit: string) => string;
    readonly below: (limit: string) => string;
  };
}

export const alertWords: Readonly<Record<Language, AlertWords>> = {
  'zh-CN': {
    title: (school, head, name) => `【${school}】${head}：${name}`,
    heads: {
      firing: '警报',
      resolved: '已恢复',
      'no-data': '没有数据',
      changed: '警报停止',
      unevaluated: '无法计算',
      report: '看板',
      test: '测试消息',
    },
    test: '测试',
    tested: '收到这条消息，说明警报可以发送到这里。',
    of: target => `（${target}）`,
    what: {
      'error-rate': ({ minutes, of }) => `${minutes} 分钟内的脚本错误${of}`,
      'failed-share': ({ minutes, of }) => `${minutes} 分钟内失败的请求${of}`,
      vital: ({ minutes, share, target }) => `${minutes} 分钟内 ${target} 的 ${share}`.trim(),
      'call-latency': ({ minutes, share, of }) => `${minutes} 分钟内请求耗时的 ${share}`.trim() + of,
      'no-events': ({ of }) => `没有收到事件${of}`,
      'no-sign-ins': () => '没有人登录',
      'message-budget': ({ target }) => (target === 'hour' ? '一小时的验证码额度' : '一天的验证码额度'),
      'webhook-paused': ({ target }) => `${target} 没有收到通知，已暂停发送`,
      question: () => '',
      dashboard: () => '',
      test: () => '测试',
    },
    perMinute: count => `每分钟 ${count} 个`,
    hours: count => `${count} 小时`,
    minutes: count => `${count} 分钟`,
    milliseconds: count => `${count} 毫秒`,
    product: name => `产品：${name}`,
    measured: (what, value, limit) => `${what}：${value === undefined ? '' : `${value}，`}阈值 ${limit}`,
    noData: '最近没有足够的样本，警报到此结束，但不代表问题已经解决。',
    changed: '规则已停用或修改，警报到此结束，但不代表问题已经解决。',
    sent: (sent, limit, ends) => `已发送 ${sent} 条，共 ${limit} 条，${ends} 恢复`,
    began: at => `开始：${at}`,
    ended: (at, worst) => `结束：${at}${worst === undefined ? '' : `，最严重时 ${worst}`}`,
    open: '在管理台查看',
    question: {
      name: name => `问题：${name}`,
      problems: {
        'too-large': '数据量过大或计算时间过长，请缩小问题的范围',
        'cohort-gone': '问题中的人群已被删除',
        changed: '问题已修改，不再有提醒所用的指标',
        busy: '事件库没有及时响应',
        behind: '数据没有及时入库',
        'own-field': '问题使用了学校的人员字段，提醒无法使用',
      },
      unevaluated: problem => `无法计算：${problem}。恢复之前不会再判断是否需要提醒。`,
      changed: '提醒已暂停或修改，警报到此结束，但不代表问题已经解决。',
      figure: (period, figure) => (period === '' ? figure : `${period}：${figure}`),
      nothing: '没有数据',
      before: figure => `7 天前同期：${figure}`,
      noData: '没有数据时提醒',
      dropped: share => `比 7 天前同期下降 ${share} 时提醒`,
      above: limit => `高于 ${limit} 时提醒`,
      below: limit => `低于 ${limit} 时提醒`,
    },
  },
  en: {
    title: (school, head, name) => `[${school}] ${head}: ${name}`,
    heads: {
      firing: 'Alert',
      resolved: 'Resolved',
      'no-data': 'No data',
      changed: 'Alert ended',
      unevaluated: 'Not evaluated',
      report: 'Dashboard',
      test: 'Test message',
    },
    test: 'Test',
    tested: 'If you can read this, alerts can be sent here.',
    of: target => ` (${target})`,
    what: {
      'error-rate': ({ minutes, of }) => `Script errors in ${minutes} min${of}`,
      'failed-share': ({ minutes, of }) => `Failed requests in ${minutes} min${of}`,
      vital: ({ minutes, share, target }) => `${share} ${target} in ${minutes} min`.trim(),
      'call-latency': ({ minutes, share, of }) => `${share} request time in ${minutes} min`.trim() + of,
      'no-events': ({ of }) => `No events${of}`,
      'no-sign-ins': () => 'No sign-ins',
      'message-budget': ({ target }) => `Message budget of ${target === 'hour' ? 'an hour' : 'a day'}`,
      'webhook-paused': ({ target }) => `${target} did not take notifications, so they are paused`,
      question: () => '',
      dashboard: () => '',
      test: () => 'Test',
    },
    perMinute: count => `${count} a minute`,
    hours: count => `${count} h`,
    minutes: count => `${count} min`,
    milliseconds: count => `${count} ms`,
    product: name => `Product: ${name}`,
    measured: (what, value, limit) => `${what}: ${value === undefined ? '' : `${value}, `}limit ${limit}`,
    noData: 'There were too few samples lately, so the alert ends; the problem may still be there.',
    changed: 'The rule was paused or changed, so the alert ends; the problem may still be there.',
    sent: (sent, limit, ends) => `${sent} of ${limit} sent, renewed ${ends}`,
    began: at => `Began: ${at}`,
    ended: (at, worst) => `Ended: ${at}${worst === undefined ? '' : `, at worst ${worst}`}`,
    open: 'Open in the console',
    question: {
      name: name => `Question: ${name}`,
      problems: {
        'too-large': 'it is too much to count or took too long; please narrow the question',
        'cohort-gone': 'a cohort of the question was deleted',
        changed: 'the question was changed and has this figure no more',
        busy: 'the event store did not answer in time',
        behind: 'events were loaded too late',
        'own-field': 'the question uses the school’s own fields of people, which alerts cannot',
      },
      unevaluated: problem => `It cannot be evaluated: ${problem}. Until it can, no alert is sent.`,
      changed: 'The alert was paused or changed, so it ends; the problem may still be there.',
      figure: (period, figure) => (period === '' ? figure : `${period}: ${figure}`),
      nothing: 'no data',
      before: figure => `7 days before: ${figure}`,
      noData: 'Alerts without data',
      dropped: share => `Alerts at ${share} less than 7 days before`,
      above: limit => `Alerts above ${limit}`,
      below: limit => `Alerts below ${limit}`,
    },
  },
};
