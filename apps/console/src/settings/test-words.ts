/** The words of a test message. */
import type { Channel } from '@rollcall/contract';
import type { Translations } from '../translations.ts';

const en = {
  how: 'Sends a message to your own phone or mailbox by the senders that real messages go by, and says what each of them answered.',
  open: 'Send me a test',
  channel: 'Way',
  acts: {
    sms: 'Send me a text message',
    voice: 'Call me',
    email: 'Send me an e-mail',
  } satisfies Record<Channel, string>,
  phone: 'Your phone number',
  email: 'Your e-mail address',
  rule: 'The audit log has it masked. Five test messages an hour, one a minute to the same recipient.',
  missing: 'Please enter where the message goes.',
  purpose: 'Text',
  language: 'Language',
  sending: 'Sending…',
  outcomes: {
    sent: 'took the message',
    limited: 'is at its limit for this recipient',
    failed: 'did not confirm it',
  },
  /** Below the answers of senders. */
  sent: 'It is on its way. The code in it, 000000, is good for nothing; a link in it opens nothing.',
  unsent: 'No sender confirmed it.',
  /** A vendor that was too slow has the message, maybe. */
  late: 'A sender that did not answer in time may still deliver it.',
};

export const testWords: Translations<typeof en> = {
  'zh-CN': {
    how: '经由真实消息所走的通道，向您自己的手机或邮箱发一条消息，并显示各通道的答复。',
    open: '发一条测试消息',
    channel: '方式',
    acts: { sms: '发一条测试短信', voice: '拨一通测试电话', email: '发一封测试邮件' },
    phone: '您的手机号',
    email: '您的邮箱',
    rule: '审计日志中只留掩码。每小时最多 5 条，同一接收方每分钟 1 条。',
    missing: '请填写接收方。',
    purpose: '内容',
    language: '语言',
    sending: '正在发送…',
    outcomes: { sent: '已接收', limited: '已达到对该接收方的上限', failed: '未确认接收' },
    sent: '消息已发出。其中的验证码 000000 没有任何用处，链接也打不开任何内容。',
    unsent: '没有通道确认接收。',
    late: '未及时答复的通道仍可能送达。',
  },
  en,
};
