/** Every setting of the server, in the groups of docs/configuration.md. */
import type { TriedService } from '@rollcall/contract/console';
import { namesTable } from '../features/accounts/profile/names/settings-table.ts';
import { convertTable, thirdPartyTable } from '../features/accounts/third-party/vendors/settings-table.ts';
import { consoleTable } from '../features/console/settings-table.ts';
import { pagesTable } from '../features/hosted-pages/settings-table.ts';
import { humanVerificationTable } from '../features/human-verification/settings-table.ts';
import { alertDefaultsTable, alertTable } from '../features/monitoring/settings-table.ts';
import { usageTable } from '../features/usage/settings-table.ts';
import { webhookTable } from '../features/webhooks/settings-table.ts';
import { eventLogTable } from '../events/log/settings-table.ts';
import { codeTable } from '../messages/code-table.ts';
import { aliyunTable, mailTable, sendersTable, tencentTable } from '../messages/settings-table.ts';
import type { Setting } from '../platform/setting.ts';
import type { Words } from '../platform/words.ts';
import { databaseTable, serverTable } from './server-settings.ts';

export interface SettingGroup {
  /** In English the heading in docs/configuration.md. */
  readonly title: Words<string>;
  readonly settings: readonly Setting[];
  /** The services whose keys it has. */
  readonly tries?: readonly TriedService[];
  /** Whether a test message shows what it sets. @default false */
  readonly testsMessages?: true;
  /** The console's view of the rules that belong to it. */
  readonly rules?: 'human-verification' | 'alerts';
}

const group = (
  title: Words<string>,
  ...tables: readonly Readonly<Record<string, Setting>>[]
): SettingGroup => ({ title, settings: tables.flatMap(table => Object.values(table)) });

/** What a school changes first stands first. */
export const settingGroups: readonly SettingGroup[] = [
  group({ en: 'The hosted pages', 'zh-CN': '页面' }, pagesTable),
  group({ en: 'Codes and passwords', 'zh-CN': '验证码与密码' }, codeTable),
  group({ en: 'Refused names', 'zh-CN': '不可用的名称' }, namesTable),
  group({ en: "The operators' console", 'zh-CN': '控制台' }, consoleTable),
  group({ en: 'The server', 'zh-CN': '服务器' }, serverTable),
  group({ en: 'The database', 'zh-CN': '数据库' }, databaseTable),
  {
    ...group({ en: 'Human verification', 'zh-CN': '人机验证' }, humanVerificationTable),
    tries: ['human-verification'],
    rules: 'human-verification',
  },
  { ...group({ en: 'Alerts', 'zh-CN': '警报' }, alertTable, webhookTable), rules: 'alerts' },
  { ...group({ en: 'Alert defaults', 'zh-CN': '警报默认值' }, alertDefaultsTable), rules: 'alerts' },
  { ...group({ en: 'Message senders', 'zh-CN': '消息发送' }, sendersTable), testsMessages: true },
  { ...group({ en: 'Aliyun', 'zh-CN': '阿里云' }, aliyunTable), tries: ['aliyun'] },
  { ...group({ en: 'Tencent Cloud', 'zh-CN': '腾讯云' }, tencentTable), tries: ['tencent'] },
  { ...group({ en: 'Mail', 'zh-CN': '邮件' }, mailTable), tries: ['smtp'] },
  { ...group({ en: 'WeChat and QQ', 'zh-CN': '微信与 QQ' }, thirdPartyTable), tries: ['wechat', 'qq'] },
  group({ en: 'Sessions of a previous site', 'zh-CN': '旧站点的登录' }, convertTable),
  group({ en: 'Usage reporting', 'zh-CN': '使用上报' }, usageTable, eventLogTable),
];
