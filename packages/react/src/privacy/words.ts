/** What is said about what was recorded of a person. Its own file: only the account page loads it. */
import type { ConsentKind } from '@rollcall/contract';
import type { Told } from '../phrases/phrases.ts';
import type { Language } from '../theme/preferences.ts';

export interface PrivacyWords {
  readonly noReporting: string;
  readonly history: string;
  readonly historyEmpty: string;
  /** What one change of consent left granted. */
  readonly agreed: (kinds: string) => string;
  readonly agreedNothing: string;
  readonly kinds: Readonly<Record<ConsentKind, string>>;
  readonly comma: string;
  readonly data: string;
  readonly dataLead: string;
  readonly export: string;
  readonly exportAgain: string;
  readonly exportLead: string;
  readonly exporting: string;
  readonly erase: string;
  readonly eraseLead: string;
  readonly eraseMeans: readonly string[];
  readonly eraseSubmit: string;
  readonly erasing: string;
  readonly asking: string;
  readonly waiting: string;
  readonly percent: (percent: number) => string;
  readonly events: (count: string) => string;
  readonly stop: string;
  readonly stopping: string;
  readonly download: (size: string) => string;
  readonly downloading: (percent: number) => string;
  readonly ready: (events: string, until: string) => string;
  readonly format: string;
  readonly erased: (events: string, date: string) => string;
  readonly cancelledExport: string;
  readonly cancelledErasure: string;
  readonly expired: string;
  readonly lost: string;
  readonly gone: Told;
}

export const privacyWords: Readonly<Record<Language, PrivacyWords>> = {
  'zh-CN': {
    noReporting: '这里没有开启使用情况的记录。',
    history: '同意与撤回的记录',
    historyEmpty: '这个账号还没有同意过什么。每次同意或撤回，都会记在这里。',
    agreed: kinds => `同意：${kinds}`,
    agreedNothing: '全部撤回',
    kinds: { event: '操作', view: '浏览', user: '账号', app: '程序', device: '设备' },
    comma: '、',
    data: '记下的内容',
    dataLead: '这里只涉及以这个账号记下的使用情况，不含个人资料。',
    export: '导出',
    exportAgain: '重新导出',
    exportLead: '把记下的全部内容整理成一个文件，供您下载。',
    exporting: '正在整理',
    erase: '清除',
    eraseLead: '永久清除记下的全部内容。',
    eraseMeans: [
      '清除后不能恢复，先前导出的文件也会删除。',
      '同意的记录会一起清除；以后是否再记录，仍由上面的选择决定。',
    ],
    eraseSubmit: '清除全部',
    erasing: '正在清除',
    asking: '正在提交…',
    waiting: '正在排队…',
    percent: percent => `${percent}%`,
    events: count => `${count} 条`,
    stop: '停止',
    stopping: '正在停止…',
    download: size => `下载（${size}）`,
    downloading: percent => `正在下载 ${percent}%`,
    ready: (events, until) => `共 ${events} 条，${until} 前可以下载。`,
    format: '文件是压缩的文本，每行一条记录（JSON）。',
    erased: (events, date) => `${date} 已清除 ${events} 条。`,
    cancelledExport: '导出已停止。',
    cancelledErasure: '清除已停止；停止前清除的内容不会恢复。',
    expired: '上次导出的文件已删除，可以重新导出。',
    lost: '暂时看不到进度，正在重试…',
    gone: { what: '这个文件已不存在。', next: '请重新导出。' },
  },
  en: {
    noReporting: 'Nothing is recorded about the use of these pages.',
    history: 'What you agreed to, and when',
    historyEmpty: 'Nothing was agreed to on this account yet. Each consent and withdrawal will stand here.',
    agreed: kinds => `Agreed: ${kinds}`,
    agreedNothing: 'All withdrawn',
    kinds: { event: 'actions', view: 'pages', user: 'account', app: 'program', device: 'device' },
    comma: ', ',
    data: 'What was recorded',
    dataLead: 'This is about the use that was recorded under your account; your profile is not part of it.',
    export: 'Export',
    exportAgain: 'Export again',
    exportLead: 'Puts everything that was recorded into one file for you to download.',
    exporting: 'Putting it together',
    erase: 'Erase',
    eraseLead: 'Erases everything that was recorded, for good.',
    eraseMeans: [
      'It can’t be brought back, and files exported before are deleted too.',
      'The history of your consents goes with it; what may be recorded later is still the choice above.',
    ],
    eraseSubmit: 'Erase everything',
    erasing: 'Erasing',
    asking: 'Sending…',
    waiting: 'Waiting for its turn…',
    percent: percent => `${percent}%`,
    events: count => `${count} entries`,
    stop: 'Stop',
    stopping: 'Stopping…',
    download: size => `Download (${size})`,
    downloading: percent => `Downloading ${percent}%`,
    ready: (events, until) => `${events} entries; it can be downloaded until ${until}.`,
    format: 'The file is compressed text, one entry a line (JSON).',
    erased: (events, date) => `${events} entries were erased on ${date}.`,
    cancelledExport: 'The export was stopped.',
    cancelledErasure: 'The erasing was stopped; what was erased until then stays erased.',
    expired: 'The file of your last export is deleted; you can export again.',
    lost: 'The progress can’t be seen for the moment; trying again…',
    gone: { what: 'This file is gone.', next: 'Please export again.' },
  },
};
