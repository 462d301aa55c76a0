/** The words of exports and erasures of what was reported. */
import type { UsageDataJob } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';

type Kind = UsageDataJob['kind'];
type SubjectKind = UsageDataJob['subject_kind'];

const en = {
  title: 'Data requests',
  lead: 'Write out or erase everything that was reported in the name of an account or a device. Account holders can do it on their privacy page; visitors without an account ask you.',
  begin: 'New request',
  whose: 'Whose data',
  subjects: { user: 'Account', device: 'Device' } satisfies Record<SubjectKind, string>,
  subject: 'Id',
  subjectRules: {
    user: "The account's id stands on the person's page.",
    device: "The device's id is in a cookie of that browser, whose name ends in .uid.",
  } satisfies Record<SubjectKind, string>,
  subjectMissing: 'Enter the id: at most 128 characters, without spaces.',
  what: 'What to do',
  kinds: { export: 'Export', erasure: 'Erase' } satisfies Record<Kind, string>,
  kindsWhat: {
    export: 'Written into a file that can be downloaded for seven days.',
    erasure: 'Taken out of the log, the store and earlier exports. It can’t be undone.',
  } satisfies Record<Kind, string>,
  beginning: 'Sending…',
  find: 'Find by id',
  requested: 'Asked',
  by: 'By',
  askers: {
    account: 'Account holder',
    operator: 'Operator',
    guardian: 'Guardian',
    deletion: 'Deletion of the account',
  } satisfies Record<UsageDataJob['asked_by'], string>,
  state: 'Progress',
  states: {
    waiting: 'Waiting',
    running: 'Under way',
    done: 'Done',
    cancelled: 'Cancelled',
    expired: 'File expired',
  } satisfies Record<UsageDataJob['state'], string>,
  events: 'Events',
  download: 'Download',
  until: (time: string) => `until ${time}`,
  cancel: 'Cancel',
  cancelling: 'Cancelling…',
  cancelText: 'What an erasure has already removed does not come back.',
  empty: 'Nobody has asked to export or erase reported data yet.',
  emptyHow: 'Once somebody does, its progress stands here.',
  emptyFound: 'There is no request for this id.',
};

export const usageDataWords: Translations<typeof en> = {
  'zh-CN': {
    title: '数据请求',
    lead: '导出或删除以某个账号或设备的名义上报的一切。账号本人可以在自己的隐私页操作；没有账号的访客由您代办。',
    begin: '新的请求',
    whose: '谁的数据',
    subjects: { user: '账号', device: '设备' },
    subject: '编号',
    subjectRules: {
      user: '账号编号在人员页面上。',
      device: '设备编号在对方浏览器的 Cookie 里，名字以 .uid 结尾。',
    },
    subjectMissing: '请填写编号，最多 128 个字符，中间没有空格。',
    what: '做什么',
    kinds: { export: '导出', erasure: '删除' },
    kindsWhat: {
      export: '写成一个文件，七天内可以下载。',
      erasure: '从日志、存储和已有的导出文件里清除，不能恢复。',
    },
    beginning: '正在提交…',
    find: '按编号查找',
    requested: '提出时间',
    by: '提出者',
    askers: { account: '本人', operator: '操作员', guardian: '监护人', deletion: '账号注销' },
    state: '进度',
    states: {
      waiting: '等待中',
      running: '进行中',
      done: '完成',
      cancelled: '已取消',
      expired: '文件已过期',
    },
    events: '事件',
    download: '下载',
    until: time => `${time} 前可下载`,
    cancel: '取消',
    cancelling: '正在取消…',
    cancelText: '进行到一半的删除不会恢复已经删掉的部分。',
    empty: '还没有人要求导出或删除上报的数据。',
    emptyHow: '要求提出后，进度会显示在这里。',
    emptyFound: '没有这个编号的请求。',
  },
  en,
};
