/** Settings of alerts, described. */
import { inConsole, integer, list, none, secret, settings, text } from '../../platform/setting.ts';

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
    'zh-CN': '接收警报的网址；`prod` 中须为 https。',
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

/** Alert defaults. */
export const alertDefaultsTable = settings({
  ROLLCALL_ALERT_FAILED_PERCENT: inConsole(
    integer(1, 99, 5, { en: 'Failed requests in percent, 1 to 99.', 'zh-CN': '失败请求的百分比，1–99。' }),
  ),
  ROLLCALL_ALERT_ERRORS: inConsole(
    integer(1, 100000, 5, {
      en: 'Script errors a minute, 1 to 100000.',
      'zh-CN': '每分钟的脚本错误数，1–100000。',
    }),
  ),
  ROLLCALL_ALERT_CALL_MS: inConsole(
    integer(1, 600000, 2000, {
      en: 'Time of requests in ms (p95), 1 to 600000.',
      'zh-CN': '请求耗时的毫秒数（p95），1–600000。',
    }),
  ),
  // Within the hours from 7 to 22 that a new rule begins with.
  ROLLCALL_ALERT_EVENT_MINUTES: inConsole(
    integer(5, 899, 30, { en: 'Minutes without events, 5 to 899.', 'zh-CN': '没有事件的分钟数，5–899。' }),
  ),
  ROLLCALL_ALERT_SIGN_IN_MINUTES: inConsole(
    integer(5, 899, 60, {
      en: 'Minutes without sign-ins, 5 to 899.',
      'zh-CN': '没有人登录的分钟数，5–899。',
    }),
  ),
});
