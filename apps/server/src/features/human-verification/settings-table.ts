/** Settings of human verification and its vendors, described. */
import { choice, integer, list, none, ofVendor, secret, settings, text } from '../../platform/setting.ts';

const geetestDigests = ['md5', 'sha256', 'hmac-sha256'] as const;
export type GeetestDigest = (typeof geetestDigests)[number];

/** Human verification. */
export const humanVerificationTable = settings({
  ROLLCALL_CAPTCHA_VENDORS: list(none, {
    en: 'Providers in the order in which they are tried: `geetest`, `tencent`, `netease`, `nextdata`, `aliyun`.',
    'zh-CN': '厂商及其尝试的顺序：`geetest`、`tencent`、`netease`、`nextdata`、`aliyun`。',
  }),
  ROLLCALL_CAPTCHA_TIMEOUT_MS: integer(50, 20000, 3000, {
    en: 'Time limit in ms of each request to a vendor, 50 to 20000.',
    'zh-CN': '每次请求厂商的时限（毫秒），50–20000。',
  }),
  ROLLCALL_GEETEST_ID: text(undefined, { en: 'The captcha id (`gt`).', 'zh-CN': '验证 id（`gt`）。' }),
  ROLLCALL_GEETEST_KEY: secret(undefined, { en: 'Its key.', 'zh-CN': '其密钥。' }),
  ROLLCALL_GEETEST_DIGEST: choice(geetestDigests, 'md5', {
    en: '`md5`, `sha256` or `hmac-sha256`, as the account has it.',
    'zh-CN': '与账号设置一致的摘要算法。',
  }),
  ROLLCALL_GEETEST_URL: text('https://api.geetest.com', { en: 'API base URL.', 'zh-CN': 'API 地址。' }),
  ROLLCALL_GEETEST_BYPASS_URL: text('https://bypass.geetest.com', {
    en: 'Status endpoint, requested every ten seconds.',
    'zh-CN': '状态地址，每十秒请求一次。',
  }),
  ROLLCALL_GEETEST_SCRIPT_URL: text(ofVendor, {
    en: 'The script that browsers load.',
    'zh-CN': '浏览器加载的脚本。',
  }),
  ROLLCALL_TENCENT_CAPTCHA_APP_ID: text(undefined, { en: 'The CaptchaAppId.', 'zh-CN': 'CaptchaAppId。' }),
  ROLLCALL_TENCENT_CAPTCHA_APP_SECRET: secret(undefined, {
    en: 'The AppSecretKey.',
    'zh-CN': 'AppSecretKey。',
  }),
  ROLLCALL_TENCENT_CAPTCHA_SECRET_ID: secret(undefined, {
    en: 'The SecretId of an API key with permission to verify.',
    'zh-CN': '有验证权限的 API 密钥的 SecretId。',
  }),
  ROLLCALL_TENCENT_CAPTCHA_SECRET_KEY: secret(undefined, { en: 'Its SecretKey.', 'zh-CN': '其 SecretKey。' }),
  ROLLCALL_TENCENT_CAPTCHA_URL: text('https://captcha.tencentcloudapi.com', {
    en: 'The endpoint. Its last path segment or host begins with `captcha.`, because requests are signed for that service.',
    'zh-CN': 'API 地址。末段路径或主机名以 `captcha.` 开头，因为请求按该服务签名。',
  }),
  ROLLCALL_TENCENT_CAPTCHA_SCRIPT_URL: text(ofVendor, {
    en: 'The script that browsers load.',
    'zh-CN': '浏览器加载的脚本。',
  }),
  ROLLCALL_NETEASE_CAPTCHA_ID: text(undefined, { en: 'The captcha id.', 'zh-CN': '验证 id。' }),
  ROLLCALL_NETEASE_CAPTCHA_SECRET_ID: secret(undefined, {
    en: 'The id of a secret.',
    'zh-CN': '密钥的 id。',
  }),
  ROLLCALL_NETEASE_CAPTCHA_SECRET_KEY: secret(undefined, { en: 'Its key.', 'zh-CN': '其密钥。' }),
  ROLLCALL_NETEASE_CAPTCHA_URL: text('https://c.dun.163.com', { en: 'The endpoint.', 'zh-CN': 'API 地址。' }),
  ROLLCALL_NETEASE_CAPTCHA_SCRIPT_URL: text(ofVendor, {
    en: 'The script that browsers load.',
    'zh-CN': '浏览器加载的脚本。',
  }),
  ROLLCALL_NEXTDATA_ORGANIZATION: text(undefined, { en: 'The organization.', 'zh-CN': 'organization。' }),
  ROLLCALL_NEXTDATA_ACCESS_KEY: secret(undefined, { en: 'The access key.', 'zh-CN': 'accessKey。' }),
  ROLLCALL_NEXTDATA_URL: text('http://captcha-s.fengkongcloud.com', {
    en: 'The endpoint.',
    'zh-CN': 'API 地址。',
  }),
  ROLLCALL_NEXTDATA_SCRIPT_URL: text(ofVendor, {
    en: 'The script that browsers load.',
    'zh-CN': '浏览器加载的脚本。',
  }),
  ROLLCALL_ALIYUN_CAPTCHA_APP_KEY: secret(undefined, { en: 'The app key.', 'zh-CN': 'app key。' }),
  ROLLCALL_ALIYUN_CAPTCHA_SCENE: text('nc_login', { en: 'The scene.', 'zh-CN': '使用场景。' }),
  ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_ID: secret(undefined, {
    en: 'The id of an access key with permission to verify.',
    'zh-CN': '有验证权限的 AccessKey 的 id。',
  }),
  ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_SECRET: secret(undefined, { en: 'Its secret.', 'zh-CN': '其密钥。' }),
  ROLLCALL_ALIYUN_CAPTCHA_URL: text('https://afs.aliyuncs.com', {
    en: 'The endpoint.',
    'zh-CN': 'API 地址。',
  }),
  ROLLCALL_ALIYUN_CAPTCHA_SCRIPT_URL: text(ofVendor, {
    en: 'The script that browsers load.',
    'zh-CN': '浏览器加载的脚本。',
  }),
  ROLLCALL_ALIYUN_CAPTCHA_HOSTS: list(undefined, {
    en: "Exact hosts that pages may load from beside `g.alicdn.com`, `cf.aliyun.com` and `ynuf.aliapp.org`, with commas between: what `rollcall_csp_violations_total` names of Aliyun's.",
    'zh-CN':
      '除 `g.alicdn.com`、`cf.aliyun.com`、`ynuf.aliapp.org` 外页面可加载的主机名，用逗号分隔：即 `rollcall_csp_violations_total` 所列的阿里云主机。',
  }),
});
