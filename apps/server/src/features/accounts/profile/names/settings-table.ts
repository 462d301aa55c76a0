/** Settings of refused names, described. */
import { choice, file, inConsole, integer, none, secret, settings } from '../../../../platform/setting.ts';

/** Refused names. */
export const namesTable = settings({
  ROLLCALL_REFUSED_NAMES: inConsole(
    file(none, {
      en: 'A UTF-8 file with more names, one a line. `*` at the begin or end stands for any characters: `蓝鸟*`, `*校友会`. `!` before a name allows it although another line, or the product, refuses it: `!王老师`; `!*老师` gives 官方老师 too. `#` begins a comment. At most 10,000 names and 1 MiB. After an edit restart the whole server.',
      'zh-CN':
        '更多不可用的名称，UTF-8 文件，每行一个。首尾的 `*` 代表任意字符：`蓝鸟*`、`*校友会`。名称前的 `!` 表示允许：`!王老师`。`#` 开头为注释。最多 10,000 个、1 MiB。修改后须重启整个服务器。',
    }),
    {
      en: 'More names, one a line, at most 15,000 characters. `*` at the begin or end stands for any characters: `蓝鸟*`, `*校友会`. `!` before a name allows it although another line, or the product, refuses it: `!王老师`. `#` begins a comment. A longer list needs a file, which the variable names. No restart is needed.',
      'zh-CN':
        '更多不可用的名称，每行一个，最多 15,000 个字符。首尾的 `*` 代表任意字符：`蓝鸟*`、`*校友会`。名称前的 `!` 表示允许：`!王老师`。`#` 开头为注释。更长的列表请用环境变量指定文件。无需重启。',
    },
  ),
  ROLLCALL_NAME_REVIEW_URL: secret(none, {
    en: 'A service of yours that is asked about each new nickname and username which the lists do not refuse; https in `prod`. See [below](#review-of-names).',
    'zh-CN': '由贵校提供的服务，审核列表未拒绝的每个新昵称和用户名；`prod` 中须为 https。',
  }),
  ROLLCALL_NAME_REVIEW_SECRET: secret(undefined, {
    en: 'Secret of the signature, at least 16 characters. Required with the URL.',
    'zh-CN': '签名密钥，至少 16 个字符。设置了网址时必填。',
  }),
  ROLLCALL_NAME_REVIEW_TIMEOUT_MS: integer(100, 10000, 2000, {
    en: 'How long an answer is waited for, 100 to 10000 ms.',
    'zh-CN': '等待审核结果的毫秒数，100–10000。',
  }),
  ROLLCALL_NAME_REVIEW_UNANSWERED: choice(['allow', 'refuse'], 'allow', {
    en: 'Where the service does not answer: `allow` gives the name, `refuse` does not, and the person tries again.',
    'zh-CN': '审核服务没有回应时：`allow` 通过，`refuse` 不通过，请对方稍后再试。',
  }),
});
