/** The words of the usage views. */
import type { UsageKind } from '@rollcall/contract/console';
import type { Language } from '@rollcall/ui';

export interface UsageWords {
  readonly empty: string;
  readonly emptyHow: string;
  readonly nothing: string;
  readonly nothingHow: string;
  readonly product: string;
  readonly platform: string;
  readonly period: string;
  readonly periods: Readonly<Record<'7' | '28' | '90' | '365' | 'own', string>>;
  readonly from: string;
  readonly to: string;
  readonly sample: string;
  readonly samples: Readonly<Record<'with' | 'without' | 'only', string>>;
  readonly zone: string;
  readonly rowsFrom: (day: string) => string;
  readonly reading: string;
  readonly point: string;
  readonly events: string;
  readonly people: string;
  readonly trend: string;
  readonly trendLead: string;
  readonly measure: string;
  readonly measures: Readonly<Record<'events' | 'people' | 'duration', string>>;
  readonly step: string;
  readonly steps: Readonly<Record<'hour' | 'day' | 'week' | 'month', string>>;
  readonly kind: string;
  readonly anyKind: string;
  readonly kinds: Readonly<Record<UsageKind, string>>;
  readonly key: string;
  readonly anyKey: string;
  readonly keyHow: string;
  readonly noKeys: string;
  readonly by: string;
  readonly byNothing: string;
  readonly facts: Readonly<
    Record<'platform' | 'key' | 'language' | 'network' | 'resolution' | 'library', string>
  >;
  readonly noValue: string;
  readonly others: string;
  readonly live: string;
  readonly liveLead: string;
  readonly active: string;
  readonly activeNote: string;
  readonly lately: string;
  readonly unique: string;
  readonly uniqueLead: string;
  readonly newPeople: string;
  readonly totalPeople: string;
  readonly totalNew: string;
  readonly funnel: string;
  readonly funnelLead: string;
  readonly funnelSteps: string;
  readonly addStep: string;
  readonly stepName: string;
  readonly ofFirst: string;
  readonly ofBefore: string;
  readonly median: string;
  readonly within: string;
  readonly windows: Readonly<Record<'600000' | '3600000' | '86400000' | '604800000' | '2592000000', string>>;
  readonly up: (step: string) => string;
  readonly down: (step: string) => string;
  readonly remove: (step: string) => string;
  readonly funnelEmpty: string;
  readonly funnelEmptyHow: string;
  readonly retention: string;
  readonly retentionLead: string;
  readonly cohort: string;
  readonly came: string;
  readonly after: (at: number, step: 'day' | 'week') => string;
  readonly length: string;
  readonly span: (at: number, step: 'day' | 'week') => string;
  readonly time: string;
  readonly timeLead: string;
  readonly sum: string;
  readonly p90: string;
  readonly often: string;
  readonly timeLegend: string;
  readonly paths: string;
  readonly pathsLead: string;
  readonly page: string;
  readonly anyPage: string;
  readonly fromPage: string;
  readonly toPage: string;
  readonly moves: string;
  readonly begins: string;
  readonly ends: string;
  readonly drawn: (count: number) => string;
  readonly clicks: string;
  readonly clicksLead: string;
  readonly width: string;
  readonly widths: Readonly<Record<'any' | 'narrow' | 'medium' | 'wide', string>>;
  readonly column: string;
  readonly line: string;
  readonly clickCount: string;
  readonly clicksEmpty: string;
  readonly clicksEmptyHow: string;
  readonly clicksTotal: (count: string) => string;
  readonly more: string;
  readonly units: readonly [hour: string, minute: string, second: string];
}

export const usageWords: Readonly<Record<Language, UsageWords>> = {
  'zh-CN': {
    empty: '还没有使用报告',
    emptyHow: '页面装上使用报告库并得到同意之后，图表会出现在这里。想先看看样子，可以运行：',
    nothing: '这段时间没有数据',
    nothingHow: '请放宽时间或筛选条件。',
    product: '产品',
    platform: '平台',
    period: '时间',
    periods: { 7: '最近 7 天', 28: '最近 28 天', 90: '最近 90 天', 365: '最近一年', own: '自选' },
    from: '从',
    to: '到',
    sample: '示例数据',
    samples: { with: '一起计算', without: '不算', only: '只看示例' },
    zone: '日期按北京时间。',
    rowsFrom: day => `明细只保留到 ${day}，更早的部分没有算进来。`,
    reading: '移动读数线',
    point: '时间',
    events: '次数',
    people: '人数',
    trend: '趋势',
    trendLead: '发生了多少次、多少人、多久，也可以按属性分开看。',
    measure: '看什么',
    measures: { events: '次数', people: '人数', duration: '时长' },
    step: '粒度',
    steps: { hour: '小时', day: '天', week: '周', month: '月' },
    kind: '种类',
    anyKind: '全部',
    kinds: { custom: '事件', view: '页面浏览', click: '点击', consent: '同意', dropped: '丢弃' },
    key: '事件或页面',
    anyKey: '全部',
    keyHow: '输入几个字来找',
    noKeys: '没有找到',
    by: '分开看',
    byNothing: '不分',
    facts: {
      platform: '平台',
      key: '事件或页面',
      language: '语言',
      network: '网络',
      resolution: '分辨率',
      library: '库版本',
    },
    noValue: '（无）',
    others: '其余',
    live: '实时',
    liveLead: '最近 30 分钟，每 15 秒更新一次。',
    active: '现在活跃',
    activeNote: '最近 5 分钟的人数',
    lately: '正在做什么',
    unique: '人数',
    uniqueLead: '每段时间有多少人，其中多少人是第一次来。',
    newPeople: '第一次来',
    totalPeople: '这段时间的人数',
    totalNew: '其中第一次来',
    funnel: '漏斗',
    funnelLead: '按先后顺序做完每一步的人数。',
    funnelSteps: '步骤',
    addStep: '添加一步',
    stepName: '步骤',
    ofFirst: '占第一步',
    ofBefore: '占上一步',
    median: '中位数',
    within: '须在多久之内',
    windows: {
      600000: '10 分钟',
      3600000: '1 小时',
      86400000: '1 天',
      604800000: '7 天',
      2592000000: '30 天',
    },
    up: step => `把“${step}”上移`,
    down: step => `把“${step}”下移`,
    remove: step => `去掉“${step}”`,
    funnelEmpty: '漏斗会画在这里',
    funnelEmptyHow: '请至少添加两步，例如先打开课程，再开始上课。',
    retention: '留存',
    retentionLead: '第一次来的人，之后有多少还回来。',
    cohort: '第一次来',
    came: '人数',
    after: (at, step) => (at === 0 ? '当期' : `${at} ${step === 'day' ? '天' : '周'}后`),
    length: '看多久',
    span: (at, step) => `${at} ${step === 'day' ? '天' : '周'}`,
    time: '时长',
    timeLead: '计时事件每次用多久。',
    sum: '总时长',
    p90: '九成以内',
    often: '次数',
    timeLegend: '横条是中位数，竖线是九成的人不超过的时长。',
    paths: '路径',
    pathsLead: '人们从哪一页去了哪一页，隔半小时没有动作算另一次。',
    page: '页面',
    anyPage: '全部页面',
    fromPage: '从',
    toPage: '去',
    moves: '次数',
    begins: '（进入）',
    ends: '（离开）',
    drawn: count => `图上画出最多的 ${count} 条，表里有全部。`,
    clicks: '点击图',
    clicksLead: '人们点了页面的哪些地方。',
    width: '页面宽度',
    widths: { any: '全部', narrow: '窄（手机）', medium: '中', wide: '宽' },
    column: '列',
    line: '行',
    clickCount: '点击',
    clicksEmpty: '点击图会画在这里',
    clicksEmptyHow: '请选一个页面。页面要打开 heatmap 才会报告点击。',
    clicksTotal: count => `共 ${count} 次点击`,
    more: '只画出点击最多的格子。',
    units: ['小时', '分', '秒'],
  },
  en: {
    empty: 'Nothing was reported yet',
    emptyHow:
      'Once pages carry the usage library, and people consented, charts will stand here. To see them beforehand, run:',
    nothing: 'There is nothing in this period',
    nothingHow: 'Please widen the period or the filters.',
    product: 'Product',
    platform: 'Platform',
    period: 'Period',
    periods: { 7: 'Last 7 days', 28: 'Last 28 days', 90: 'Last 90 days', 365: 'Last year', own: 'My own' },
    from: 'From',
    to: 'To',
    sample: 'Sample data',
    samples: { with: 'Counted too', without: 'Left out', only: 'Alone' },
    zone: 'Days are those of Beijing.',
    rowsFrom: day => `Single events are kept since ${day}; what was before is not counted.`,
    reading: 'Move the reading line',
    point: 'When',
    events: 'Events',
    people: 'People',
    trend: 'Trend',
    trendLead: 'How often, by how many people, or for how long; split by a property if you like.',
    measure: 'Measure',
    measures: { events: 'Events', people: 'People', duration: 'Duration' },
    step: 'By',
    steps: { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' },
    kind: 'Kind',
    anyKind: 'All',
    kinds: { custom: 'Event', view: 'Page view', click: 'Click', consent: 'Consent', dropped: 'Dropped' },
    key: 'Event or page',
    anyKey: 'All',
    keyHow: 'Type a few letters',
    noKeys: 'Nothing found',
    by: 'Split by',
    byNothing: 'Nothing',
    facts: {
      platform: 'Platform',
      key: 'Event or page',
      language: 'Language',
      network: 'Network',
      resolution: 'Resolution',
      library: 'Library',
    },
    noValue: '(none)',
    others: 'Others',
    live: 'Live',
    liveLead: 'The last 30 minutes, renewed every 15 seconds.',
    active: 'Active now',
    activeNote: 'people of the last 5 minutes',
    lately: 'What they do',
    unique: 'Unique users',
    uniqueLead: 'How many people there were, and how many of them for the first time.',
    newPeople: 'For the first time',
    totalPeople: 'People in this period',
    totalNew: 'For the first time',
    funnel: 'Funnel',
    funnelLead: 'How many people did each step, in this order.',
    funnelSteps: 'Steps',
    addStep: 'Add a step',
    stepName: 'Step',
    ofFirst: 'Of the first',
    ofBefore: 'Of the one before',
    median: 'Median',
    within: 'Within',
    windows: {
      600000: '10 minutes',
      3600000: '1 hour',
      86400000: '1 day',
      604800000: '7 days',
      2592000000: '30 days',
    },
    up: step => `Move “${step}” up`,
    down: step => `Move “${step}” down`,
    remove: step => `Take “${step}” away`,
    funnelEmpty: 'The funnel will be drawn here',
    funnelEmptyHow: 'Please add two steps at least, such as opening a course, then beginning a lesson.',
    retention: 'Retention',
    retentionLead: 'Of those who came for the first time, how many came back.',
    cohort: 'First came',
    came: 'People',
    after: (at, step) => (at === 0 ? 'then' : `+${at} ${step === 'day' ? 'd' : 'w'}`),
    length: 'How far',
    span: (at, step) => `${at} ${step}s`,
    time: 'Time spent',
    timeLead: 'How long timed events lasted.',
    sum: 'In all',
    p90: '90th percentile',
    often: 'Events',
    timeLegend: 'The bar is the median; nine of ten end by the upright line.',
    paths: 'Paths',
    pathsLead: 'From which page people went to which; half an hour without a page ends a path.',
    page: 'Page',
    anyPage: 'All pages',
    fromPage: 'From',
    toPage: 'To',
    moves: 'Times',
    begins: '(comes)',
    ends: '(leaves)',
    drawn: count => `The ${count} most frequent are drawn; the table has all of them.`,
    clicks: 'Click map',
    clicksLead: 'Where on a page people click.',
    width: 'Width of the page',
    widths: { any: 'All', narrow: 'Narrow (phones)', medium: 'Medium', wide: 'Wide' },
    column: 'Column',
    line: 'Row',
    clickCount: 'Clicks',
    clicksEmpty: 'The click map will be drawn here',
    clicksEmptyHow: 'Please choose a page. Pages report clicks where heatmap is set.',
    clicksTotal: count => `${count} clicks`,
    more: 'Only the fullest squares are drawn.',
    units: ['h', 'min', 's'],
  },
};
