/** Settings of WeChat, QQ and an older site, described. */
import { integer, none, secret, settings, text } from '../../../../platform/setting.ts';

/** WeChat and QQ. */
export const thirdPartyTable = settings({
  ROLLCALL_WECHAT_APPS: secret(none, {
    en: '`appid:secret` of each website app.',
    'zh-CN': '每个网站应用的 `appid:secret`。',
  }),
  ROLLCALL_WECHAT_SERVICE_APPS: secret(none, {
    en: "`appid:secret` of each service account (服务号): it signs in people whose page is open in WeChat's own browser.",
    'zh-CN': '每个服务号的 `appid:secret`：用于在微信内打开页面的人登录。',
  }),
  ROLLCALL_WECHAT_URL: text('https://api.weixin.qq.com', { en: 'API base URL.', 'zh-CN': 'API 地址。' }),
  ROLLCALL_WECHAT_OPEN_URL: text('https://open.weixin.qq.com', {
    en: 'Base URL of the authorisation page.',
    'zh-CN': '授权页的地址。',
  }),
  ROLLCALL_QQ_APPS: secret(none, {
    en: '`appid:secret` of each app.',
    'zh-CN': '每个应用的 `appid:secret`。',
  }),
  ROLLCALL_QQ_URL: text('https://graph.qq.com', { en: "QQ's service.", 'zh-CN': 'QQ 的服务地址。' }),
  ROLLCALL_QQ_REDIRECT_URI: text(
    { en: '`ISSUER/oauth/qq`', 'zh-CN': '`ISSUER/oauth/qq`' },
    {
      en: 'The page that codes come to, for calls of QQ that have no `redirect_uri`.',
      'zh-CN': 'QQ 的调用没有 `redirect_uri` 时，授权码返回的页面。',
    },
  ),
  ROLLCALL_THIRD_PARTY_TIMEOUT: integer(50, 20000, 5000, {
    en: 'Time limit in ms of each request to a third party or the previous site (below).',
    'zh-CN': '每次请求第三方或旧站点的时限（毫秒）。',
  }),
});

/** Sessions of a previous site. */
export const convertTable = settings({
  ROLLCALL_CONVERT_COOKIE: text(none, {
    en: "The name of the previous site's session cookie. Unset: no conversion.",
    'zh-CN': '旧站点会话 Cookie 的名称。未设置时不转换。',
  }),
  ROLLCALL_CONVERT_SECRET: secret(none, {
    en: 'The cookie is `payload.signature`: base64url JSON with `phone`, `email`, `username` or `sub`, `exp` and optionally `iat` in seconds; the signature is base64url HMAC-SHA256 of the payload by this secret. At least 16 characters.',
    'zh-CN':
      '旧站点 Cookie 为 `payload.signature`：base64url JSON，含 `phone`、`email`、`username` 或 `sub`，以及以秒计的 `exp`，可含 `iat`；签名为以此密钥计算的 HMAC-SHA256。至少 16 个字符。',
  }),
  ROLLCALL_CONVERT_URL: secret(none, {
    en: "Called with the request's cookie or bearer token; answers JSON with the same, without `exp`.",
    'zh-CN': '以请求的 Cookie 或 bearer 令牌调用；返回同样的 JSON，不含 `exp`。',
  }),
});
