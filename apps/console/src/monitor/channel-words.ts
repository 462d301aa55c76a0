/** The words about where alerts are sent. */
import type { BotKind, ChannelKind, MessageLanguage } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';

const en = {
  channels: 'Where alerts are sent',
  channelsLead: 'A rule is sent to the default, or to a group bot or webhook that is chosen for it.',
  default: 'Default',
  webhook: 'The webhook of ROLLCALL_ALERT_WEBHOOK_URL',
  consoleOnly: 'Shown here only; ROLLCALL_ALERT_WEBHOOK_URL is not set',
  kinds: { dingtalk: 'DingTalk', feishu: 'Feishu', wecom: 'WeCom', webhook: 'Webhook' } satisfies Record<
    ChannelKind,
    string
  >,
  hint: (kind: ChannelKind, hint: string) => (kind === 'webhook' ? hint : `…${hint}`),
  signed: ' (signed)',
  name: 'Name',
  kind: 'Kind',
  language: 'Language of messages',
  add: 'Add a group bot or webhook',
  addHow: (section: string) => `Group bots and webhooks are added on this page, under “${section}”.`,
  url: 'Webhook address',
  urlRule: {
    dingtalk: 'Group settings → Bots → Custom; begins with https://oapi.dingtalk.com/robot/send',
    feishu: 'Group settings → Bots → Custom bot; begins with https://open.feishu.cn/open-apis/bot/v2/hook/',
    wecom: 'Group → Add a bot; begins with https://qyapi.weixin.qq.com/cgi-bin/webhook/send',
  } satisfies Record<BotKind, string>,
  secret: 'Signing key',
  webhookOrigins: (origins: string) => `A service of yours; begins with ${origins}`,
  noOrigins: 'None can be added: ROLLCALL_ALERT_WEBHOOK_ORIGINS names no origin.',
  webhookSecret: 'Signs each message; at least 16 characters.',
  secretTooShort: 'Please enter at least 16 characters.',
  secretRule: (keywords: string) => `If the bot checks signatures; with keywords instead, use ${keywords}.`,
  keywordRule: (keywords: string) =>
    `If the bot checks keywords, add these to its settings: ${keywords}. It refuses other messages.`,
  needed: 'Please fill this in.',
  noOrigin: 'Addresses of this origin are not called. ROLLCALL_ALERT_WEBHOOK_ORIGINS lists those that are.',
  noBot: 'This is not the address of such a bot. Please copy it from the settings of the bot.',
  test: 'Test',
  testText: 'A test message will be sent at once.',
  testRule: (where: string) => `A test message of this rule will be sent to ${where} at once.`,
  send: 'Send',
  sending: 'Sending…',
  arrived: 'The message was accepted. Look for it where it was sent.',
  failed: (why: string) => `The message was not accepted: ${why}.`,
  remove: 'Remove',
  removeText: 'Messages waiting to be sent there will be deleted too.',
  inUse: (rule: string, product: string) =>
    `The rule “${rule}” of ${product} is sent here. Choose another place for it first.`,
  inUseByQuestion: (alert: string) => `The alert “${alert}” is sent here. Choose another place for it first.`,
  removing: 'Removing…',
};

/** What the titles of messages begin with, one of which a bot that checks keywords has to know, by the language of the messages. */
export const messageKeywords: Readonly<Record<MessageLanguage, readonly string[]>> = {
  'zh-CN': ['警报', '恢复', '数据', '无法计算', '看板', '测试'],
  en: ['Alert', 'Resolved', 'No data', 'Not evaluated', 'Dashboard', 'Test'],
};

export const channelWords: Translations<typeof en> = {
  'zh-CN': {
    channels: '接收渠道',
    channelsLead: '警报默认发送到默认地址，也可以为规则选择群机器人或 Webhook。',
    default: '默认',
    webhook: 'ROLLCALL_ALERT_WEBHOOK_URL 配置的地址',
    consoleOnly: '只显示在这里；没有配置 ROLLCALL_ALERT_WEBHOOK_URL',
    kinds: { dingtalk: '钉钉', feishu: '飞书', wecom: '企业微信', webhook: 'Webhook' },
    hint: (kind, hint) => (kind === 'webhook' ? hint : `…${hint}`),
    signed: '（加签）',
    name: '名称',
    kind: '类型',
    language: '消息语言',
    add: '添加群机器人或 Webhook',
    addHow: section => `在本页的“${section}”中可以添加群机器人或 Webhook。`,
    url: 'Webhook 地址',
    urlRule: {
      dingtalk: '群设置 → 机器人 → 自定义；以 https://oapi.dingtalk.com/robot/send 开头',
      feishu: '群设置 → 群机器人 → 自定义机器人；以 https://open.feishu.cn/open-apis/bot/v2/hook/ 开头',
      wecom: '群聊 → 添加群机器人；以 https://qyapi.weixin.qq.com/cgi-bin/webhook/send 开头',
    },
    secret: '加签密钥',
    webhookOrigins: origins => `贵校自己的服务；以 ${origins} 开头`,
    noOrigins: '目前不能添加：ROLLCALL_ALERT_WEBHOOK_ORIGINS 没有列出任何来源。',
    webhookSecret: '用于给每条消息签名，至少 16 个字符。',
    secretTooShort: '请至少填写 16 个字符。',
    secretRule: keywords => `机器人开启了签名校验才填；用关键词校验时，可设为：${keywords}。`,
    keywordRule: keywords =>
      `如果机器人校验关键词，请在机器人设置中添加：${keywords}。不含关键词的消息会被拒收。`,
    needed: '请填写。',
    noOrigin: '不会向这个来源发送。允许的来源由 ROLLCALL_ALERT_WEBHOOK_ORIGINS 指定。',
    noBot: '这不是该类机器人的地址，请从机器人的设置中复制。',
    test: '测试',
    testText: '将立即发送一条测试消息。',
    testRule: where => `将立即向“${where}”发送这条规则的测试消息。`,
    send: '发送',
    sending: '正在发送…',
    arrived: '消息已送达，请到接收端查看。',
    failed: why => `消息没有送达：${why}。`,
    remove: '移除',
    removeText: '等待发送的消息也会一并删除。',
    inUse: (rule, product) => `产品 ${product} 的规则“${rule}”正在使用此渠道，请先为它更换渠道。`,
    inUseByQuestion: alert => `警报“${alert}”正在使用此渠道，请先为它更换渠道。`,
    removing: '正在移除…',
  },
  en,
};
