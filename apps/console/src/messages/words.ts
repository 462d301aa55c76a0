/** The words of messages: sent, failed, and what may still be sent. */
import type { Language } from '@rollcall/ui';

export interface MessagesWords {
  readonly title: string;
  readonly lead: string;
  readonly period: string;
  readonly periods: Readonly<Record<'24h' | '7d' | '31d', string>>;
  readonly channel: string;
  readonly channels: Readonly<Record<string, string>>;
  readonly sender: string;
  readonly purpose: string;
  readonly purposes: Readonly<Record<string, string>>;
  readonly sent: string;
  readonly limited: string;
  readonly failed: string;
  readonly limitedWhat: string;
  readonly overTime: string;
  readonly when: string;
  readonly bySender: string;
  readonly reading: string;
  readonly empty: string;
  readonly emptyHow: string;
  readonly failures: string;
  readonly noFailures: string;
  readonly outcome: string;
  readonly outcomes: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly budget: string;
  readonly order: string;
  readonly dailyLimit: string;
  readonly dailyLimitValue: (count: string) => string;
  readonly exhausted: string;
  readonly prefixLimit: string;
  readonly prefixLimitValue: (count: string) => string;
  readonly noLimit: string;
  readonly prefix: string;
  readonly left: string;
  readonly until: string;
  readonly noPrefixes: string;
  readonly noSenders: string;
}

export const messagesWords: Readonly<Record<Language, MessagesWords>> = {
  'zh-CN': {
    title: '消息',
    lead: '发出的验证码：短信、语音、邮件。这里没有任何人的号码。',
    period: '时间',
    periods: { '24h': '最近 24 小时', '7d': '最近 7 天', '31d': '最近 31 天' },
    channel: '方式',
    channels: { sms: '短信', voice: '语音', email: '邮件' },
    sender: '通道',
    purpose: '用途',
    purposes: {
      register: '注册',
      login: '登录',
      silence: '登录或注册',
      oauth: '第三方登录',
      bind: '绑定手机',
      change: '换绑手机',
      update: '修改密码',
      reset: '重设密码',
      common: '通用',
      email: '邮箱注册',
    },
    sent: '已发出',
    limited: '被限量',
    failed: '失败',
    limitedWhat: '通道按号码限量而拒绝',
    overTime: '随时间',
    when: '时间',
    bySender: '按通道与用途',
    reading: '移动读数线',
    empty: '这段时间没有发过消息',
    emptyHow: '有人索取验证码之后，这里会按小时记下发出与失败的数量。',
    failures: '最近没有发出的',
    noFailures: '没有失败的消息',
    outcome: '结果',
    outcomes: { limited: '被限量', failed: '失败' },
    reason: '原因',
    budget: '余量',
    order: '通道的先后',
    dailyLimit: '每个号码每天',
    dailyLimitValue: count => `${count} 条`,
    exhausted: '今天已用完的号码',
    prefixLimit: '每个号段每小时',
    prefixLimitValue: count => `${count} 条`,
    noLimit: '不限',
    prefix: '号段',
    left: '剩余',
    until: '重新计数',
    noPrefixes: '这一小时没有号段接近上限',
    noSenders: '没有配置通道',
  },
  en: {
    title: 'Messages',
    lead: 'Codes by text message, voice and e-mail. Nobody’s number is among it.',
    period: 'Period',
    periods: { '24h': 'Last 24 hours', '7d': 'Last 7 days', '31d': 'Last 31 days' },
    channel: 'Channel',
    channels: { sms: 'Text message', voice: 'Voice', email: 'E-mail' },
    sender: 'Sender',
    purpose: 'Purpose',
    purposes: {
      register: 'Sign-up',
      login: 'Sign-in',
      silence: 'Sign-in or sign-up',
      oauth: 'Third party',
      bind: 'Binding a phone',
      change: 'Changing the phone',
      update: 'Changing the password',
      reset: 'Resetting the password',
      common: 'General',
      email: 'Sign-up by e-mail',
    },
    sent: 'Sent',
    limited: 'Limited',
    failed: 'Failed',
    limitedWhat: 'refused by the sender’s own limit on a number',
    overTime: 'Over time',
    when: 'When',
    bySender: 'By sender and purpose',
    reading: 'Move the reading line',
    empty: 'No message in this period',
    emptyHow: 'Once somebody asks for a code, what was sent and what failed is counted here by the hour.',
    failures: 'The last that were not taken',
    noFailures: 'No message failed',
    outcome: 'Outcome',
    outcomes: { limited: 'Limited', failed: 'Failed' },
    reason: 'Reason',
    budget: 'Left to send',
    order: 'Senders, in order',
    dailyLimit: 'A number in a day',
    dailyLimitValue: count => `${count} messages`,
    exhausted: 'Numbers that used theirs up',
    prefixLimit: 'A prefix in an hour',
    prefixLimitValue: count => `${count} messages`,
    noLimit: 'no limit',
    prefix: 'Prefix',
    left: 'Left',
    until: 'Counted anew',
    noPrefixes: 'No prefix is near its limit in this hour',
    noSenders: 'No sender is configured',
  },
};
