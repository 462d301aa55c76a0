/** Settings of codes, and of how many messages are sent. */
import { inConsole, integer, settings } from '../platform/setting.ts';

/** Codes and passwords. */
export const codeTable = settings({
  ROLLCALL_CODE_RETRY_SECONDS: inConsole(
    integer(0, 3600, 60, {
      en: 'Seconds between two codes to one recipient, 0 to 3600.',
      'zh-CN': '向同一接收方发送两次验证码的间隔秒数，0–3600。',
    }),
  ),
  ROLLCALL_CODE_DAILY_LIMIT: inConsole(
    integer(1, 1000000, 10, {
      en: "Codes to one recipient per day. Those that a signed-in caller sends to the account's own number or address are counted apart: five, or this limit if it is lower.",
      'zh-CN': '同一接收方每天的验证码数。已登录的人发到本账号号码或地址的另计：5 条，或更低的此上限。',
    }),
  ),
  ROLLCALL_CODE_PREFIX_LIMIT: inConsole(
    integer(
      0,
      1000000,
      { prod: 200, otherwise: 0 },
      {
        en: 'Messages per hour to the ten thousand phone numbers of one prefix (the first seven digits); `0`: no limit. Above half of it each message requires a passed challenge.',
        'zh-CN':
          '同一号段（前七位）的一万个手机号每小时的消息数；`0` 为不限。超过一半后，每条都需通过人机验证。',
      },
    ),
  ),
  ROLLCALL_CODE_NETWORK_LIMIT: inConsole(
    integer(
      0,
      1000000,
      { prod: 400, otherwise: 0 },
      {
        en: 'Codes per hour that one network asks for: an IPv4 address or an IPv6 /64. Its IPv4 /24 or IPv6 /56 may ask for 4 times, its /48 for 16 times as many; `0`: no limit.',
        'zh-CN':
          '一个网络（IPv4 地址或 IPv6 /64）每小时请求的验证码数。其 IPv4 /24 或 IPv6 /56 为 4 倍，/48 为 16 倍；`0` 为不限。',
      },
    ),
  ),
  ROLLCALL_CODE_NAMED_LIMIT: inConsole(
    integer(
      0,
      1000,
      { prod: 5, otherwise: 0 },
      {
        en: 'Different recipients per hour that an account, a device or a network names to calls that say whether one is registered, before each further one requires a challenge; larger networks as above; `0`: no limit.',
        'zh-CN':
          '一个账号、设备或网络每小时可向会透露是否注册的接口填写多少个不同接收方，超出后每个都需人机验证；更大的网络同上；`0` 为不限。',
      },
    ),
  ),
  ROLLCALL_MESSAGES_PER_HOUR: inConsole(
    integer(
      0,
      100000000,
      { prod: 5000, otherwise: 0 },
      {
        en: 'Messages of all servers, apart for strangers (a /24 or /48 a tenth), numbers with accounts (after a challenge or from a known browser), and security messages. From 80 % each code requires a challenge; log, metric, console and [alert webhook](monitoring.md#alerts) say so; `0`: no limit.',
        'zh-CN':
          '所有服务器每小时的消息总数，陌生人（一个 /24 或 /48 占十分之一）、已有账号的号码、安全提醒分别计算。达到 80 % 后每个验证码都需人机验证，日志、指标、控制台和警报都会提示；`0` 为不限。',
      },
    ),
  ),
  ROLLCALL_MESSAGES_PER_DAY: inConsole(
    integer(
      0,
      100000000,
      { prod: 30000, otherwise: 0 },
      { en: 'The same in 24 hours.', 'zh-CN': '同上，24 小时内。' },
    ),
  ),
  ROLLCALL_HASH_PARALLEL: integer(
    1,
    256,
    {
      en: "the processor's cores; with `ROLLCALL_WORKERS` its share",
      'zh-CN': '处理器核心数；有 `ROLLCALL_WORKERS` 时为其份额',
    },
    {
      en: 'Concurrent password hashes of a process, 1 to 256. Each takes 19 MiB.',
      'zh-CN': '一个进程同时计算的密码散列数，1–256。每个占用 19 MiB。',
    },
  ),
  ROLLCALL_HASH_QUEUE: integer(0, 100000, 256, {
    en: 'Length of their queue; beyond it calls are refused as TooBusy (503). IP addresses (of IPv6 the /56) take turns in it, and one may take three quarters of it.',
    'zh-CN': '其队列长度，超出时拒绝为 TooBusy（503）。各 IP 地址（IPv6 为 /56）轮流，一个最多占四分之三。',
  }),
});
