/** Words of the school's health. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import type { Translations } from '../translations.ts';

export type HealthItem = AnswerOf<ConsoleCalls['getHealth']>['items'][number];

const gigabytes = (bytes: number | null): string => `${((bytes ?? 0) / 1024 ** 3).toFixed(1)} GB`;
const minutes = (ms: number | null): number => Math.max(1, Math.round((ms ?? 0) / 60_000));

const en = {
  title: 'State of the school',
  allWell: 'All works.',
  unread:
    'The state could not be read. Please load the page again; if it stays so, the server’s log says why.',
  noneFails: 'Nothing fails. What was not used in the last 24 hours is not proved.',
  senders: {
    aliyun: 'Aliyun',
    tencent: 'Tencent Cloud',
    smtp: 'SMTP',
    development: 'Development page',
  } as Record<string, string>,
  silent: {
    sms: {
      what: 'No text message can be sent.',
      whom: 'Anyone who needs a code by text message can neither sign in nor sign up; other ways in work.',
    },
    voice: { what: 'No voice message can be sent.', whom: 'Codes by voice do not arrive.' },
    email: { what: 'No e-mail can be sent.', whom: 'Codes and security messages by e-mail do not arrive.' },
  } as Partial<Record<string, { readonly what: string; readonly whom: string }>>,
  silentSince: (names: string, count: number, when: string) =>
    `${names} ${count === 1 ? 'has' : count === 2 ? 'have both' : 'have all'} failed since ${when}.`,
  nameOf: ({ kind, name, channel }: HealthItem): string => {
    const channels = { sms: 'Text messages', voice: 'Voice', email: 'E-mail' };
    switch (kind) {
      case 'sender':
        return `${channel === null ? '' : channels[channel]} · ${en.senders[name] ?? name}`;
      case 'verification':
        return `Human verification · ${name}`;
      case 'third-party':
        return name === 'wechat' ? 'WeChat' : 'QQ';
      case 'loader':
        return 'Loading of usage';
      case 'disk':
        return 'Disk';
      case 'backup':
        return 'Backup';
      default:
        return name === '' ? 'Jobs' : `Job · ${name}`;
    }
  },
  failing: ({ kind, state, value }: HealthItem): string => {
    switch (kind) {
      case 'sender':
        return state === 'bad' ? 'Cannot send.' : 'Fails; another one sends in its place.';
      case 'verification':
        return 'Does not judge; the next challenge is shown in its place.';
      case 'third-party':
        return 'Does not answer; people sign in by another way.';
      case 'loader':
        return `About ${minutes(value)} min behind.`;
      case 'disk':
        return `${gigabytes(value)} left. Please make room.`;
      case 'backup':
        return 'Older than 36 hours. Please check the backup.';
      default:
        return value === null
          ? 'Fails; it is run again at its next turn. The log says why.'
          : 'Did not run at its time. Please check that the server runs.';
    }
  },
  since: (when: string) => `Since ${when}.`,
  worked: (when: string) => `worked ${when}`,
  unknown: ({ kind, since }: HealthItem): string =>
    kind === 'backup' ? 'no record' : since === null ? 'not used yet' : 'not used in 24 hours',
  value: ({ kind, value }: HealthItem): string | undefined =>
    kind === 'disk' ? `${gigabytes(value)} left` : kind === 'loader' ? 'up to date' : undefined,
  look: {
    sender: 'See why, and the remaining budget',
    verification: 'See the challenges',
    'third-party': 'See the sign-ins',
  } as Partial<Record<HealthItem['kind'], string>>,
};

const zhSenders: Record<string, string> = {
  aliyun: '阿里云',
  tencent: '腾讯云',
  smtp: '邮件服务器',
  development: '开发页面',
};

export const healthWords: Translations<typeof en> = {
  'zh-CN': {
    title: '学校状态',
    allWell: '一切正常。',
    unread: '无法读取学校状态，请刷新页面。如仍无法读取，请查看服务器日志。',
    noneFails: '没有故障。24 小时内没有用到的，尚未验证。',
    senders: zhSenders,
    silent: {
      sms: {
        what: '短信验证码无法发送。',
        whom: '需要短信验证码的学员暂时无法登录或注册，其他登录方式不受影响。',
      },
      voice: { what: '语音验证码无法发送。', whom: '学员收不到语音验证码。' },
      email: { what: '邮件无法发送。', whom: '学员收不到邮箱验证码和安全提醒。' },
    },
    silentSince: (names, count, when) =>
      `${names}自 ${when} 起${count === 1 ? '无法发送' : count === 2 ? '均无法发送' : '全部无法发送'}。`,
    nameOf: ({ kind, name, channel }) => {
      const channels = { sms: '短信', voice: '语音', email: '邮件' };
      switch (kind) {
        case 'sender':
          return `${channel === null ? '' : channels[channel]} · ${zhSenders[name] ?? name}`;
        case 'verification':
          return `安全验证 · ${name}`;
        case 'third-party':
          return name === 'wechat' ? '微信' : 'QQ';
        case 'loader':
          return '使用数据入库';
        case 'disk':
          return '磁盘';
        case 'backup':
          return '备份';
        default:
          return name === '' ? '后台任务' : `后台任务 · ${name}`;
      }
    },
    failing: ({ kind, state, value }) => {
      switch (kind) {
        case 'sender':
          return state === 'bad' ? '无法发送。' : '发送失败，已由其他服务商代发。';
        case 'verification':
          return '没有响应，已改用下一种验证。';
        case 'third-party':
          return '没有响应，学员可以改用其他方式登录。';
        case 'loader':
          return `延迟约 ${minutes(value)} 分钟。`;
        case 'disk':
          return `剩余 ${gigabytes(value)}，请清理空间。`;
        case 'backup':
          return '超过 36 小时没有备份，请检查备份任务。';
        default:
          return value === null ? '运行失败，下次会重试，原因见日志。' : '没有按时运行，请检查服务进程。';
      }
    },
    since: when => `自 ${when} 起。`,
    worked: when => `${when} 正常`,
    unknown: ({ kind, since }) =>
      kind === 'backup' ? '没有记录' : since === null ? '尚未使用' : '24 小时内未使用',
    value: ({ kind, value }) =>
      kind === 'disk' ? `剩余 ${gigabytes(value)}` : kind === 'loader' ? '无延迟' : undefined,
    look: {
      sender: '查看失败原因与剩余额度',
      verification: '查看验证情况',
      'third-party': '查看登录来源',
    },
  },
  en,
};
