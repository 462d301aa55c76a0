/** The words of single events as they come. */
import type { Translations } from '../translations.ts';

const en = {
  events: 'Latest events',
  eventsLead: 'Events of the last 30 minutes, one by one, updated every three seconds.',
  stopped: 'Updating is paused.',
  pause: 'Pause',
  goOn: 'Resume',
  find: 'Event or page contains',
  received: 'Received',
  what: 'Event or page',
  kind: 'Kind',
  product: 'Product',
  from: 'Sent from',
  marks: 'Marks',
  mark: { sample: 'sample', bot: 'bot', dev: 'development', trusted: 'server', signed_in: 'signed in' },
  data: 'Data',
  none: 'No events in the last 30 minutes',
  noneFound: 'No event matches',
  refused: 'Refused',
  refusedLead:
    'What the server did not take, with the field or cause. “other” means that it was counted under the product “other”. This list is in memory of one process and empty after a restart.',
  noneRefused: 'Nothing was refused',
  elsewhere: 'Another process takes the events of pages, and knows what it refused.',
  why: 'Reason',
  whole: 'the whole batch',
  unknown: 'unreadable',
};

export const liveWords: Translations<typeof en> = {
  'zh-CN': {
    events: '最新事件',
    eventsLead: '逐条显示最近 30 分钟的事件，每 3 秒更新一次。',
    stopped: '已暂停更新。',
    pause: '暂停',
    goOn: '继续',
    find: '事件或页面包含',
    received: '接收时间',
    what: '事件或页面',
    kind: '类型',
    product: '产品',
    from: '来源设备',
    marks: '标记',
    mark: { sample: '示例', bot: '机器人', dev: '开发环境', trusted: '服务端', signed_in: '已登录' },
    data: '数据',
    none: '最近 30 分钟没有事件',
    noneFound: '没有符合条件的事件',
    refused: '被拒绝的事件',
    refusedLead:
      '服务器未接收的内容，以及出错的字段或原因。“other”表示已接收，但计入产品“other”。列表只保存在单个进程的内存中，重启后清空。',
    noneRefused: '没有被拒绝的事件',
    elsewhere: '页面事件由另一个进程接收，被拒绝的内容也在该进程中。',
    why: '原因',
    whole: '整批',
    unknown: '无法读取',
  },
  en,
};
