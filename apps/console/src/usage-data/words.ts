/** The words of exports and erasures of reported events. */
import type { UsageDataJob } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';

type Kind = UsageDataJob['kind'];
type SubjectKind = UsageDataJob['subject_kind'];

const en = {
  title: 'Data requests',
  lead: 'Export or erase everything reported for an account or a device. Account holders can do this on their privacy page; for visitors without an account you do it here.',
  begin: 'New request',
  whose: 'Whose data',
  subjects: { user: 'Account', device: 'Device' } satisfies Record<SubjectKind, string>,
  subject: 'Id',
  subjectRules: {
    user: 'You find the account’s id on the person’s page.',
    device: 'The device’s id is in a cookie of that browser whose name ends in .uid.',
  } satisfies Record<SubjectKind, string>,
  subjectMissing: 'Enter the id: at most 128 characters, without spaces.',
  what: 'Action',
  kinds: { export: 'Export', erasure: 'Erase' } satisfies Record<Kind, string>,
  kindsWhat: {
    export: 'Written to a file that can be downloaded for 7 days.',
    erasure:
      'Removed from the log, the store and earlier exports, and from the disk within 48 hours. This can’t be undone.',
  } satisfies Record<Kind, string>,
  beginning: 'Sending…',
  find: 'Find by id',
  requested: 'Requested',
  by: 'Requested by',
  askers: {
    account: 'Account holder',
    operator: 'Operator',
    guardian: 'Guardian',
    deletion: 'Deletion of the account',
  } satisfies Record<UsageDataJob['asked_by'], string>,
  state: 'Progress',
  states: {
    waiting: 'Waiting',
    running: 'In progress',
    done: 'Done',
    cancelled: 'Cancelled',
    expired: 'File expired',
  } satisfies Record<UsageDataJob['state'], string>,
  /** Of an erasure that is done: gone from every answer. */
  clearBy: (time: string) => `On the disk until ${time} at the latest`,
  clearedAt: (time: string) => `Gone from the disk: seen ${time}`,
  overdue: 'Still on the disk: see the server’s log',
  events: 'Events',
  download: 'Download',
  until: (time: string) => `until ${time}`,
  cancelling: 'Cancelling…',
  cancelText: 'What an erasure has already removed does not come back.',
  empty: 'No requests yet',
  emptyHow: 'The progress of exports and erasures is shown here.',
  emptyFound: 'No request for this id',
};

export const usageDataWords: Translations<typeof en> = {
  'zh-CN': {
    title: '数据请求',
    lead: '导出或删除某个账号或设备上报的全部数据。账号本人可以在隐私页自行操作；没有账号的访客由您代为办理。',
    begin: '新建请求',
    whose: '数据所属',
    subjects: { user: '账号', device: '设备' },
    subject: '编号',
    subjectRules: {
      user: '账号编号见人员详情页。',
      device: '设备编号在对方浏览器的 Cookie 中，名称以 .uid 结尾。',
    },
    subjectMissing: '请填写编号，最多 128 个字符，中间没有空格。',
    what: '操作',
    kinds: { export: '导出', erasure: '删除' },
    kindsWhat: {
      export: '生成一个文件，7 天内可以下载。',
      erasure: '从日志、存储和已有的导出文件中清除，48 小时内从磁盘上清除，不能恢复。',
    },
    beginning: '正在提交…',
    find: '按编号查找',
    requested: '提出时间',
    by: '提出者',
    askers: { account: '本人', operator: '操作员', guardian: '监护人', deletion: '账号注销' },
    state: '进度',
    states: {
      waiting: '排队中',
      running: '进行中',
      done: '已完成',
      cancelled: '已取消',
      expired: '文件已过期',
    },
    clearBy: time => `磁盘残留最迟于 ${time} 清除`,
    clearedAt: time => `磁盘残留已清除（${time} 确认）`,
    overdue: '磁盘残留尚未清除，请查看服务器日志',
    events: '事件',
    download: '下载',
    until: time => `${time} 前可下载`,
    cancelling: '正在取消…',
    cancelText: '已删除的部分不会恢复。',
    empty: '还没有导出或删除请求',
    emptyHow: '提交请求后，进度会显示在这里。',
    emptyFound: '没有该编号的请求',
  },
  en,
};
