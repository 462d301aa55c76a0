/** The words of trying a vendor's keys. */
import type { TriedService } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';

const sms =
  'Each channel is asked to send to a number that nobody can have: where the vendor refuses the number alone, it accepts the keys. Nothing is sent.';
const login =
  'Each app asks about a sign-in that never was: where the vendor refuses that alone, it accepts the keys. Nobody signs in.';

const en = {
  tryIt: 'Try the keys',
  trying: 'Asking…',
  none: 'Not configured: not all that it needs is set.',
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

export const trialWords: Translations<typeof en> = {
  'zh-CN': {
    tryIt: '测试密钥',
    trying: '正在测试…',
    none: '尚未配置：所需的设置没有填全。',
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
