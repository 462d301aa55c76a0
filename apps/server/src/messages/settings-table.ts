/** Settings of the message senders, described. */
import { choice, integer, list, none, ofSystem, secret, settings, text } from '../platform/setting.ts';

/** Message senders. */
export const sendersTable = settings({
  ROLLCALL_SENDERS: list(
    { en: '`development`; in `prod` none', 'zh-CN': '`development`；`prod` 中无' },
    {
      en: 'Message senders in the order in which they are tried: `aliyun`, `tencent`, `smtp`, `development`.',
      'zh-CN': '消息发送方及其尝试的顺序：`aliyun`、`tencent`、`smtp`、`development`。',
    },
  ),
  ROLLCALL_SENDER_TIMEOUT_MS: integer(100, 60000, 3000, {
    en: 'Time limit in ms of each attempt, 100 to 60000.',
    'zh-CN': '每次尝试的时限（毫秒），100–60000。',
  }),
});

/** Aliyun. */
export const aliyunTable = settings({
  ROLLCALL_ALIYUN_ACCESS_KEY_ID: secret(undefined, {
    en: 'The id of an access key with permission to send messages.',
    'zh-CN': '有发送权限的 AccessKey 的 id。',
  }),
  ROLLCALL_ALIYUN_ACCESS_KEY_SECRET: secret(undefined, { en: 'Its secret.', 'zh-CN': '其密钥。' }),
  ROLLCALL_ALIYUN_SMS_SIGN: text(undefined, { en: 'The approved signature.', 'zh-CN': '已审核的签名。' }),
  ROLLCALL_ALIYUN_SMS_TEMPLATES: text(undefined, {
    en: 'Template codes (`SMS_...`).',
    'zh-CN': '模板编号（`SMS_...`）。',
  }),
  ROLLCALL_ALIYUN_SMS_NOTICE_TEMPLATES: text(none, {
    en: 'Templates of security messages, with `${what}`, `${time}`, `${path}` or some of them.',
    'zh-CN': '安全提醒的模板，含 `${what}`、`${time}`、`${path}` 或其中几个。',
  }),
  ROLLCALL_ALIYUN_SMS_URL: text('https://dysmsapi.aliyuncs.com', {
    en: 'The endpoint.',
    'zh-CN': 'API 地址。',
  }),
  ROLLCALL_ALIYUN_VOICE_TEMPLATES: text(undefined, {
    en: 'Text-to-speech templates (`TTS_...`).',
    'zh-CN': '语音模板（`TTS_...`）。',
  }),
  ROLLCALL_ALIYUN_VOICE_NUMBER: text(
    { en: "the vendor's public numbers", 'zh-CN': '厂商的公共号码' },
    { en: 'The caller id.', 'zh-CN': '主叫号码。' },
  ),
  ROLLCALL_ALIYUN_VOICE_URL: text('https://dyvmsapi.aliyuncs.com', {
    en: 'The endpoint.',
    'zh-CN': 'API 地址。',
  }),
});

/** Tencent Cloud. */
export const tencentTable = settings({
  ROLLCALL_TENCENT_SECRET_ID: secret(undefined, {
    en: 'The SecretId of an API key with permission to send messages.',
    'zh-CN': '有发送权限的 API 密钥的 SecretId。',
  }),
  ROLLCALL_TENCENT_SECRET_KEY: secret(undefined, { en: 'Its SecretKey.', 'zh-CN': '其 SecretKey。' }),
  ROLLCALL_TENCENT_REGION: text('ap-guangzhou', { en: 'The region.', 'zh-CN': '地域。' }),
  ROLLCALL_TENCENT_SMS_APP_ID: text(undefined, { en: 'The SmsSdkAppId.', 'zh-CN': 'SmsSdkAppId。' }),
  ROLLCALL_TENCENT_SMS_SIGN: text(undefined, { en: 'The approved signature.', 'zh-CN': '已审核的签名。' }),
  ROLLCALL_TENCENT_SMS_TEMPLATES: text(undefined, { en: 'Template ids.', 'zh-CN': '模板 id。' }),
  ROLLCALL_TENCENT_SMS_PARAMS: list('code,minutes', {
    en: '`code`, and `minutes`, its validity (10).',
    'zh-CN': '`code`，以及有效期 `minutes`（10）。',
  }),
  ROLLCALL_TENCENT_SMS_NOTICE_TEMPLATES: text(none, {
    en: 'Templates of security messages.',
    'zh-CN': '安全提醒的模板。',
  }),
  ROLLCALL_TENCENT_SMS_NOTICE_PARAMS: list('what,time,path', {
    en: 'The values of `{1}`, `{2}`, `{3}` in all of them; those of the list only.',
    'zh-CN': '所有安全提醒模板中 `{1}`、`{2}`、`{3}` 的值，只能从列表中选。',
  }),
  ROLLCALL_TENCENT_SMS_URL: text('https://sms.tencentcloudapi.com', {
    en: 'The endpoint. Its last path segment or host begins with `sms.`, because requests are signed for that service.',
    'zh-CN': 'API 地址。末段路径或主机名以 `sms.` 开头，因为请求按该服务签名。',
  }),
  ROLLCALL_TENCENT_VOICE_APP_ID: text(undefined, { en: 'The VoiceSdkAppid.', 'zh-CN': 'VoiceSdkAppid。' }),
  ROLLCALL_TENCENT_VOICE_TEMPLATES: text(undefined, { en: 'Template ids.', 'zh-CN': '模板 id。' }),
  ROLLCALL_TENCENT_VOICE_PARAMS: list('code,minutes', { en: 'As for text messages.', 'zh-CN': '同短信。' }),
  ROLLCALL_TENCENT_VOICE_URL: text('https://vms.tencentcloudapi.com', {
    en: 'The endpoint. Its last part begins with `vms.`.',
    'zh-CN': 'API 地址。末段以 `vms.` 开头。',
  }),
});

/** Mail. */
export const mailTable = settings({
  ROLLCALL_SMTP_URL: secret(undefined, {
    en: '`smtps://user:password@host` (TLS from the first byte, port 465) or `smtp://user:password@host` (STARTTLS required, port 587). Percent-encode special characters: `@` in a user name is `%40`.',
    'zh-CN':
      '`smtps://user:password@host`（全程 TLS，端口 465）或 `smtp://user:password@host`（要求 STARTTLS，端口 587）。特殊字符须百分号编码：用户名中的 `@` 写作 `%40`。',
  }),
  ROLLCALL_SMTP_FROM: text(undefined, {
    en: 'The sender: `School <no-reply@school.example>`.',
    'zh-CN': '发件人：`School <no-reply@school.example>`。',
  }),
  ROLLCALL_SMTP_TLS: choice(['required', 'none'], 'required', {
    en: '`none` disables TLS. In `prod` that is allowed only for a mail server on the same machine.',
    'zh-CN': '`none` 关闭 TLS。`prod` 中仅允许用于本机的邮件服务器。',
  }),
  ROLLCALL_SMTP_CA: text(ofSystem, {
    en: 'The path of a file of PEM certificates to trust, for a mail server with a certificate of your own.',
    'zh-CN': '要信任的 PEM 证书文件的路径，用于使用自有证书的邮件服务器。',
  }),
});
