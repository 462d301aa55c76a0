/** The words of trying a vendor's keys. */
import type { TriedService } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';

const sms =
  'Each channel is asked to send to a number that nobody can have: where the vendor refuses the number alone, it accepts the keys. Nothing is sent.';
const login =
  'Each app asks about a sign-in that never was: where the vendor refuses that alone, it accepts the keys. Nobody signs in.';

const unlisted = 'Not in use: ROLLCALL_SENDERS does not name it.';
const noApp = 'Not in use: no app is set.';

const en = {
  tryIt: 'Try the keys',
  trying: 'Asking…',
  /** A sender or a vendor that is named has all its keys: the server does not start otherwise. */
  none: {
    aliyun: unlisted,
    tencent: unlisted,
    smtp: unlisted,
    wechat: noApp,
    qq: noApp,
    'human-verification': 'Not in use: ROLLCALL_CAPTCHA_VENDORS names no vendor.',
  } satisfies Record<TriedService, string>,
  how: {
    aliyun: sms,
    tencent: sms,
    smtp: 'Connects and signs in to the mail server. Nothing is sent.',
    wechat: login,
    qq: login,
    'human-verification':
      'Each vendor is asked about an answer that is made up. Of GeeTest only the id is tried: it checks the key with a real answer alone.',
  } satisfies Record<TriedService, string>,
  channels: { sms: 'Text messages', voice: 'Voice', email: 'E-mail' },
  outcomes: { accepted: 'accepted', refused: 'refused', unavailable: 'no answer' },
};

const smsZh = '每个通道都试着发往一个不可能存在的号码：服务商只拒绝号码，就说明密钥可用。不会发出任何消息。';
const loginZh = '每个应用都用一个不存在的授权码去问：服务商只拒绝授权码，就说明密钥可用。不会有人登录。';

const unlistedZh = '未启用：ROLLCALL_SENDERS 中没有它。';
const noAppZh = '未启用：没有设置应用。';

export const trialWords: Translations<typeof en> = {
  'zh-CN': {
    tryIt: '测试密钥',
    trying: '正在测试…',
    none: {
      aliyun: unlistedZh,
      tencent: unlistedZh,
      smtp: unlistedZh,
      wechat: noAppZh,
      qq: noAppZh,
      'human-verification': '未启用：ROLLCALL_CAPTCHA_VENDORS 中没有任何服务商。',
    },
    how: {
      aliyun: smsZh,
      tencent: smsZh,
      smtp: '连接并登录邮件服务器，不会发出邮件。',
      wechat: loginZh,
      qq: loginZh,
      'human-verification': '用一个编造的结果去问每家服务商。极验只测试 ID：它的密钥要有真实结果才会校验。',
    },
    channels: { sms: '短信', voice: '语音', email: '邮件' },
    outcomes: { accepted: '可用', refused: '被拒绝', unavailable: '没有应答' },
  },
  en,
};
