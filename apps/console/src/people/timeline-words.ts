/** Words of a person's timeline. */
import type { TimelineEntry } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';

const en = {
  timeline: 'Account history',
  lead: 'Newest first. Sign-ins are kept for a day after they end, refusals and messages for 30 days, operators’ actions for a year.',
  when: 'When',
  what: 'What',
  more: 'Details',
  address: 'Address',
  empty: 'No records of this account',
  kinds: {
    created: 'Account created',
    'sign-in': 'Signed in',
    'session-end': 'Session ended',
    refusal: 'Refused',
    message: 'Message',
    operator: 'Operator',
    agreement: 'Agreement signed',
    guardian: 'Guardian',
    'number-change': 'Number changed by the school',
  } satisfies Record<TimelineEntry['kind'], string>,
  ends: {
    'signed-out': 'signed out',
    device: 'ended from another device',
    password: 'a new password',
    changed: 'a change of the number or address',
    'second-factor': 'a change of the second factor',
    deletion: 'deletion requested',
    link: 'the link of a security message',
    guesses: 'wrong passwords',
    copied: 'its token was used twice',
    school: 'an operator',
  } as Record<string, string>,
  site: (pid: string) => `site ${pid}`,
  channels: { sms: 'by text message', email: 'by e-mail', page: 'on the account page' } as Record<
    string,
    string
  >,
  waiting: 'not sent yet',
};

export const timelineWords: Translations<typeof en> = {
  'zh-CN': {
    timeline: '账号动态',
    lead: '新的在前，按各自的保存期限显示：登录记录在结束后保存一天，拒绝记录和消息保存 30 天，操作员的操作保存一年。',
    when: '时间',
    what: '事项',
    more: '详情',
    address: '地址',
    empty: '没有该账号的记录',
    kinds: {
      created: '创建账号',
      'sign-in': '登录',
      'session-end': '登录结束',
      refusal: '被拒绝',
      message: '消息',
      operator: '操作员',
      agreement: '签署协议',
      guardian: '监护人',
      'number-change': '学校更换手机号',
    },
    ends: {
      'signed-out': '退出登录',
      device: '从其他设备结束',
      password: '更改了密码',
      changed: '更换了手机号或邮箱',
      'second-factor': '更改了两步验证',
      deletion: '申请了注销',
      link: '使用了安全提醒中的链接',
      guesses: '密码错误次数过多',
      copied: '令牌被使用了两次',
      school: '由操作员结束',
    },
    site: pid => `站点 ${pid}`,
    channels: { sms: '短信', email: '邮件', page: '账号页' },
    waiting: '尚未发送',
  },
  en,
};
