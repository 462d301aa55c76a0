/** Settings of alerts, described. */
import { list, none, secret, settings, text } from '../../platform/setting.ts';

/** Alerts. */
export const alertTable = settings({
  ROLLCALL_DINGTALK_URL: text('https://oapi.dingtalk.com', {
    en: "Base URL of DingTalk's group bots; https in `prod`.",
    'zh-CN': '钉钉群机器人的地址；`prod` 中须为 https。',
  }),
  ROLLCALL_FEISHU_URL: text('https://open.feishu.cn', {
    en: "Base URL of Feishu's group bots; https in `prod`.",
    'zh-CN': '飞书群机器人的地址；`prod` 中须为 https。',
  }),
  ROLLCALL_WECOM_URL: text('https://qyapi.weixin.qq.com', {
    en: "Base URL of WeCom's group bots; https in `prod`.",
    'zh-CN': '企业微信群机器人的地址；`prod` 中须为 https。',
  }),
  ROLLCALL_ALERT_WEBHOOK_URL: secret(none, {
    en: 'URL to which alerts are sent; https in `prod`.',
    'zh-CN': '接收告警的网址；`prod` 中须为 https。',
  }),
  ROLLCALL_ALERT_WEBHOOK_SECRET: secret(undefined, {
    en: 'Secret of their signature, at least 16 characters. Required with the URL.',
    'zh-CN': '其签名密钥，至少 16 个字符。设置了网址时必填。',
  }),
  ROLLCALL_ALERT_WEBHOOK_ORIGINS: list(none, {
    en: 'Origins of webhooks that admins may add for single rules, like `https://hooks.school.example`; https in `prod`. The server calls no other, and follows no redirects.',
    'zh-CN':
      '管理员可为单条规则添加的 webhook 的来源，如 `https://hooks.school.example`；`prod` 中须为 https。服务器不请求其他来源，也不跟随重定向。',
  }),
});
