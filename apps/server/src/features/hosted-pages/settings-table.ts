/** Settings of the hosted pages, described. */
import { choice, colour, file, inConsole, list, none, settings, text } from '../../platform/setting.ts';

/** The hosted pages. */
export const pagesTable = settings({
  ROLLCALL_PAGE_HOSTS: list(none, {
    en: 'Pages of other hosts for other pids: `b.school.example=pid` or `b.school.example=pid/product`. The proxy serves these hosts too and forwards `Host`; each is a host of `ROLLCALL_ORIGINS`, once.',
    'zh-CN':
      '其他域名的页面对应的产品：`b.school.example=pid` 或 `b.school.example=pid/product`。代理也须服务这些域名并转发 `Host`。',
  }),
  ROLLCALL_COOKIE_PREFIX: text(none, {
    en: "Stands before the tokens' cookies' names. A change signs everybody out.",
    'zh-CN': '令牌 Cookie 名称的前缀。修改后所有人都需重新登录。',
  }),
  ROLLCALL_COOKIE_DOMAIN: text(
    { en: 'none: each host has its own cookies', 'zh-CN': '无：各域名使用各自的 Cookie' },
    {
      en: 'The domain of the cookies with the tokens, like `.school.example`: a sign-in on one of its hosts holds for all. It contains the host of `ROLLCALL_ISSUER`. Earlier cookies without a domain are removed.',
      'zh-CN':
        '令牌 Cookie 的域，如 `.school.example`：在其中一个域名登录，其他域名同样有效。须包含 `ROLLCALL_ISSUER` 的域名。',
    },
  ),
  ROLLCALL_NAME: inConsole(
    text(
      { en: '`点名册`', 'zh-CN': '`点名册`' },
      {
        en: "The school's name, in the head and the titles of the pages.",
        'zh-CN': '学校名称，显示在页面的页头和标题中。',
      },
    ),
  ),
  ROLLCALL_NAME_EN: inConsole(
    text(
      { en: '`ROLLCALL_NAME`, else `Rollcall`', 'zh-CN': '`ROLLCALL_NAME`，否则 `Rollcall`' },
      { en: 'Its English name.', 'zh-CN': '学校的英文名称。' },
    ),
  ),
  ROLLCALL_MARK: inConsole(
    text(
      { en: 'the seal', 'zh-CN': '印章' },
      {
        en: "https URL of the school's mark, shown 32 px high beside the name.",
        'zh-CN': '学校标志的 https 网址，在名称旁以 32 px 高显示。',
      },
    ),
    {
      en: "The school's mark, shown 32 px high beside the name: the https URL of a picture, or a picture that you upload here.",
      'zh-CN': '学校标志，在名称旁以 32 px 高显示：图片的 https 网址，或在这里上传的图片。',
    },
  ),
  ROLLCALL_COLOUR: inConsole(
    colour(
      { en: '`#c23a22`', 'zh-CN': '`#c23a22`' },
      {
        en: 'Colour of the main buttons, also on the pages that the server writes itself, `#rrggbb`; white words on it need a contrast of 4.5.',
        'zh-CN': '主要按钮的颜色（`#rrggbb`），服务器生成的页面也使用；其上的白字对比度须达到 4.5。',
      },
    ),
  ),
  ROLLCALL_SIGN_IN_WAYS: inConsole(
    list('code,password', {
      en: 'The ways of the sign-in form: `code`, `password`. `code` needs a sender of text messages; with a sender of mail it includes a code by e-mail. WeChat and QQ are offered where an app is configured.',
      'zh-CN':
        '登录表单的方式：`code`、`password`。`code` 需要短信发送方；有邮件发送方时也包括邮件验证码。微信和 QQ 在配置了应用时提供。',
    }),
  ),
  ROLLCALL_PAGE_CHANNELS: inConsole(
    list('sms,voice,email', {
      en: 'The channels that the pages offer for codes, of those that a sender serves; mail carries security messages in any case.',
      'zh-CN': '页面可用来接收验证码的渠道，限发送方支持的；安全提醒始终可用邮件。',
    }),
  ),
  ROLLCALL_PHRASES: inConsole(
    file(none, {
      en: "A JSON file that replaces phrases of the pages and of messages, in both languages: [a school's own phrases](phrases.md).",
      'zh-CN': '替换页面和消息文字的 JSON 文件，中英文均可。',
    }),
    {
      en: 'JSON that replaces phrases of the pages and of messages, in both languages, at most 15,000 characters: `{"en": {"signIn.title": "Come in"}}`. More needs a file, which the variable names. No restart is needed.',
      'zh-CN':
        '替换页面和消息文字的 JSON，中英文均可，最多 15,000 个字符：`{"zh-CN": {"signIn.title": "欢迎回来"}}`。更长的请用环境变量指定文件。无需重启。',
    },
  ),
  ROLLCALL_CLICK_MAP: choice(['off', 'on'], 'off', {
    en: '`on`: the pages report clicks, of people who consented, for the [click map](usage-queries.md).',
    'zh-CN': '`on`：页面上报已同意者的点击，用于点击图。',
  }),
  ROLLCALL_ICP: text(none, {
    en: 'The ICP record, such as `京ICP备12345678号-1`, at the foot of every page, with a link to beian.miit.gov.cn.',
    'zh-CN': 'ICP 备案号，如 `京ICP备12345678号-1`，显示在每页页脚，链接到 beian.miit.gov.cn。',
  }),
  ROLLCALL_POLICE_RECORD: text(none, {
    en: 'The public-security record, such as `京公网安备11010502030000号`, with a link to beian.mps.gov.cn.',
    'zh-CN': '公安备案号，如 `京公网安备11010502030000号`，链接到 beian.mps.gov.cn。',
  }),
  ROLLCALL_SUPPORT: text(none, {
    en: 'Where people get help, a `mailto:`, `https:` or `tel:` URL, in the foot and where somebody cannot get in.',
    'zh-CN': '求助的去处，`mailto:`、`https:` 或 `tel:`，显示在页脚和无法登录之处。',
  }),
});
