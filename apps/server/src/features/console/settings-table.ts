/** Settings of the operators' console, described. */
import { choice, inConsole, integer, settings } from '../../platform/setting.ts';

/** The operators' console. */
export const consoleTable = settings({
  ROLLCALL_CONSOLE_IDLE_MINUTES: inConsole(
    integer(1, 1440, 60, {
      en: 'Minutes without a call after which an operator has to sign in again, 1 to 1440.',
      'zh-CN': '操作员多少分钟没有操作后须重新登录，1–1440。',
    }),
  ),
  ROLLCALL_CONSOLE_SESSION_HOURS: inConsole(
    integer(1, 168, 12, {
      en: 'Maximum age of a session in hours, 1 to 168.',
      'zh-CN': '操作员一次登录最长的小时数，1–168。',
    }),
  ),
  ROLLCALL_CONSOLE_SECOND_FACTOR: choice(
    ['required', 'optional'],
    { prod: 'required', otherwise: 'optional' },
    {
      en: '`required`: every operator must set up an authenticator app or a passkey before the console opens. `optional`: they may; who has one is always asked for it.',
      'zh-CN':
        '`required`：每位操作员须先设置身份验证器应用或通行密钥才能进入控制台。`optional`：可自行设置，设置后每次都会要求。',
    },
  ),
  ROLLCALL_AUDIT_DAYS: integer(180, 3650, 365, {
    en: "Days for which entries of the audit log are kept, 180 (required by China's Cybersecurity Law) to 3650.",
    'zh-CN': '审计记录保留的天数，180（网络安全法要求）至 3650。',
  }),
  ROLLCALL_CONSOLE_RECOVERY: choice(['on', 'off'], 'off', {
    en: '`on` prints a link for a new admin at the start although there are operators, for when no admin can sign in. Remove it afterwards.',
    'zh-CN': '`on`：即使已有操作员，启动时也输出新建管理员的链接，用于没有管理员能登录时。用完请移除。',
  }),
});
