/** The words of the monitoring views. */
import type { AlertEpisode, AlertKind, GroupOrder, GroupStatus, Rating } from '@rollcall/contract/console';
import type { Language } from '@rollcall/ui';
import type { CallOrder } from './tables.ts';
import type { MonitorPeriod } from './period.ts';
import type { RuleField } from './rule-fields.ts';

export interface MonitorWords {
  readonly product: string;
  readonly release: string;
  readonly allReleases: string;
  readonly period: string;
  readonly periods: Readonly<Record<MonitorPeriod, string>>;
  readonly from: string;
  readonly to: string;
  readonly longest: (days: number) => string;
  readonly nothing: string;
  readonly nothingHow: string;
  readonly unknownProduct: (product: string) => string;
  readonly unknownProductHow: (own: string) => string;
  readonly trySample: string;
  readonly ms: (value: string) => string;
  readonly most: (shown: string, all: string) => string;
  readonly sort: string;
  readonly calls: string;
  readonly callsLead: string;
  readonly show: string;
  readonly shows: Readonly<Record<'success' | 'latency', string>>;
  readonly successChart: string;
  readonly latencyChart: string;
  readonly orders: Readonly<Record<CallOrder, string>>;
  readonly call: string;
  readonly total: string;
  readonly success: string;
  readonly business: string;
  readonly failed: string;
  readonly aborted: string;
  readonly statuses: string;
  readonly vitals: string;
  readonly vitalsLead: string;
  readonly metric: string;
  readonly metrics: Readonly<Record<'LCP' | 'INP' | 'CLS' | 'TTFB' | 'FCP', string>>;
  readonly thresholds: (good: string, poor: string) => string;
  readonly page: string;
  readonly rating: string;
  readonly ratings: Readonly<Record<Rating, string>>;
  readonly samples: string;
  readonly errors: string;
  readonly errorsLead: string;
  readonly noErrors: string;
  readonly noErrorsHow: string;
  readonly noneFound: string;
  readonly noneFoundHow: string;
  readonly find: string;
  readonly findRule: string;
  readonly groupOrders: Readonly<Record<GroupOrder, string>>;
  readonly error: string;
  readonly message: string;
  readonly culprit: string;
  readonly count: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly firstRelease: string;
  readonly lastRelease: string;
  readonly id: string;
  readonly status: string;
  readonly statusNames: Readonly<Record<GroupStatus, string>>;
  readonly regressed: string;
  readonly acts: Readonly<Record<GroupStatus, string>>;
  readonly actWhat: Readonly<Record<GroupStatus, string>>;
  readonly acting: string;
  readonly stack: string;
  readonly stackLead: string;
  readonly noStack: string;
  readonly noStackHow: string;
  readonly unmapped: string;
  readonly library: string;
  readonly origin: string;
  readonly origins: Readonly<Record<string, string>>;
  readonly overTime: string;
  readonly moment: string;
  readonly reading: string;
  readonly releases: string;
  readonly pages: string;
  readonly resources: string;
  readonly resourcesLead: string;
  readonly noResources: string;
  readonly noResourcesHow: string;
  readonly kind: string;
  readonly onlyChunks: string;
  readonly allResources: string;
  readonly resource: string;
  readonly chunk: (number: string) => string;
  readonly element: string;
  readonly address: string;
  readonly timeouts: string;
  readonly resourcesChart: string;
  readonly alerts: string;
  readonly alertsLead: string;
  readonly webhook: string;
  readonly noWebhook: string;
  readonly rules: string;
  readonly noRules: string;
  readonly noRulesHow: string;
  readonly addRule: string;
  readonly changeRule: string;
  readonly deleteRule: string;
  readonly deleteText: (name: string) => string;
  readonly deleting: string;
  readonly state: string;
  readonly well: string;
  readonly firing: string;
  readonly since: string;
  readonly off: string;
  readonly alertKinds: Readonly<Record<AlertKind, string>>;
  readonly fires: string;
  readonly everything: string;
  /** A target as it stands in a condition. */
  readonly named: (target: string) => string;
  readonly perMinute: (count: string) => string;
  readonly condition: Readonly<
    Record<AlertKind, (target: string, threshold: string, minutes: string, percentile: string) => string>
  >;
  readonly fields: Readonly<Record<RuleField, string>>;
  readonly thresholdOf: Readonly<Record<AlertKind, string>>;
  readonly targetRule: Readonly<Record<AlertKind, string>>;
  readonly leastRule: string;
  readonly fieldErrors: Readonly<Record<RuleField, string>>;
  readonly enabled: string;
  readonly episodes: string;
  readonly noEpisodes: string;
  readonly noEpisodesHow: string;
  readonly began: string;
  readonly ended: string;
  readonly goesOn: string;
  readonly worst: string;
  readonly delivery: string;
  readonly deliveries: Readonly<Record<AlertEpisode['delivery'], string>>;
}

export const monitorWords: Readonly<Record<Language, MonitorWords>> = {
  'zh-CN': {
    product: '产品',
    release: '版本',
    allReleases: '全部版本',
    period: '时间',
    periods: {
      hour: '最近 1 小时',
      day: '最近 24 小时',
      week: '最近 7 天',
      month: '最近 28 天',
      own: '自选',
    },
    from: '从',
    to: '到',
    longest: days => `最长 ${days} 天`,
    nothing: '这段时间没有报告',
    nothingHow:
      '页面装上监控库之后，报告会出现在这里；也可以放宽时间，或换一个产品。想先看看样子，可以运行：',
    unknownProduct: product => `没有收到过产品“${product}”的报告`,
    unknownProductHow: own =>
      `请核对产品代号。若设置了 ROLLCALL_PRODUCTS，代号要在其中，没有列出的产品不接收；本系统自己的页面以“${own}”报告，也要列出。`,
    trySample: '想先看看样子，可以运行：',
    ms: value => `${value} 毫秒`,
    most: (shown, all) => `图上画出前 ${shown} 行，表里有全部 ${all} 行。`,
    sort: '排序',
    calls: '接口',
    callsLead: '从浏览器看到的每个接口：成功了多少，用了多久。成功的每十次报告一次，按十次计算。',
    show: '看什么',
    shows: { success: '成功率', latency: '用时' },
    successChart: '横条是成功率，页面自己取消的不算。',
    latencyChart: '横条是中位数，竖线是 95% 的请求不超过的用时。',
    orders: { total: '次数最多', success: '成功率最低', p95: '最慢' },
    call: '接口',
    total: '次数',
    success: '成功率',
    business: '业务错误',
    failed: '失败',
    aborted: '取消',
    statuses: '状态码',
    vitals: '页面性能',
    vitalsLead: '每个页面、每个版本的体验，按四分之三的人都达到的值（p75）评级。',
    metric: '指标',
    metrics: {
      LCP: 'LCP 主要内容出现',
      INP: 'INP 操作的响应',
      CLS: 'CLS 版面移动',
      TTFB: 'TTFB 首个字节',
      FCP: 'FCP 首次显示',
    },
    thresholds: (good, poor) => `不超过 ${good} 为良好，超过 ${poor} 为差。`,
    page: '页面',
    rating: '评级',
    ratings: { good: '良好', 'needs-improvement': '待改进', poor: '差' },
    samples: '样本',
    errors: '脚本错误',
    errorsLead: '同样的错误归为一组，不论出现在哪个版本。',
    noErrors: '没有脚本错误',
    noErrorsHow: '装上监控库的页面出错时，错误会出现在这里。请同时确认所选的产品和状态。',
    noneFound: '没有找到',
    noneFoundHow: '请换几个词，或换一个状态。',
    find: '查找',
    findRule: '错误里的文字、版本号，或以 / 开头的页面地址，可以写几个词。',
    groupOrders: { last_seen: '最近出现', first_seen: '首次出现', count: '次数' },
    error: '错误',
    message: '信息',
    culprit: '位置',
    count: '次数',
    firstSeen: '首次出现',
    lastSeen: '最近出现',
    firstRelease: '首次版本',
    lastRelease: '最近版本',
    id: '编号',
    status: '状态',
    statusNames: { open: '未解决', resolved: '已解决', ignored: '已忽略' },
    regressed: '解决后又出现',
    acts: { open: '重新打开', resolved: '标为已解决', ignored: '忽略' },
    actWhat: {
      open: '这组错误会回到未解决之中。',
      resolved: '若更新的版本里又出现，它会自动重新打开。',
      ignored: '以后再出现也不会打开，只继续计数。',
    },
    acting: '正在更改…',
    stack: '调用栈',
    stackLead: '最近一层在上，行号是源代码的行号。',
    noStack: '没有调用栈',
    noStackHow: '浏览器没有告诉出错的位置。',
    unmapped: '没有源映射',
    library: '库',
    origin: '来源',
    origins: { error: '脚本错误', rejection: '未处理的 Promise', caught: '页面已捕获' },
    overTime: '出现次数',
    moment: '时间',
    reading: '移动读数线',
    releases: '版本',
    pages: '页面',
    resources: '加载失败',
    resourcesLead: '页面没能加载的代码块、脚本、样式和图片。',
    noResources: '这段时间没有加载失败',
    noResourcesHow: '页面有文件加载不了时，会出现在这里。想先看看样子，可以运行：',
    kind: '种类',
    onlyChunks: '代码块',
    allResources: '全部',
    resource: '文件',
    chunk: number => `代码块 ${number}`,
    element: '元素',
    address: '地址',
    timeouts: '超时',
    resourcesChart: '横条是失败次数，其中超时的次数见表。',
    alerts: '警报',
    alertsLead: '每分钟检查一次规则，超过界限时发出警报，恢复时再通知一次。',
    webhook: '警报会发到配置的地址。',
    noWebhook: '还没有配置 ROLLCALL_ALERT_WEBHOOK_URL，警报只出现在这里。',
    rules: '规则',
    noRules: '还没有警报规则',
    noRulesHow: '管理员可以添加，例如：5 分钟内失败的请求超过 5%。',
    addRule: '添加规则',
    changeRule: '修改',
    deleteRule: '删除',
    deleteText: name => `规则“${name}”和它的触发记录都会删除，不能恢复。`,
    deleting: '正在删除…',
    state: '状态',
    well: '正常',
    firing: '警报中',
    since: '从',
    off: '已停用',
    alertKinds: {
      'error-rate': '脚本错误',
      'failed-share': '请求失败',
      vital: '页面性能',
      'call-latency': '请求用时',
    },
    fires: '条件',
    everything: '全部',
    named: target => ` ${target} `,
    perMinute: count => `每分钟 ${count} 次`,
    condition: {
      'error-rate': (target, threshold, minutes) => `${minutes} 分钟内${target}的错误超过${threshold}`,
      'failed-share': (target, threshold, minutes) => `${minutes} 分钟内${target}的请求失败超过 ${threshold}`,
      vital: (target, threshold, minutes, percentile) =>
        `${minutes} 分钟内${target}的 p${percentile} 超过 ${threshold}`,
      'call-latency': (target, threshold, minutes, percentile) =>
        `${minutes} 分钟内${target}的请求 p${percentile} 超过 ${threshold}`,
    },
    fields: {
      name: '名称',
      target: '对象',
      percentile: '百分位',
      threshold: '界限',
      window: '看多少分钟',
      least: '至少多少样本',
    },
    thresholdOf: {
      'error-rate': '每分钟错误数',
      'failed-share': '失败的百分比',
      vital: '毫秒（CLS 没有单位）',
      'call-latency': '毫秒',
    },
    targetRule: {
      'error-rate': '* 是全部；或一组错误的编号，32 位',
      'failed-share': '* 是全部；或一个接口，例如 POST /path',
      vital: '',
      'call-latency': '* 是全部；或一个接口，例如 POST /path',
    },
    leastRule: '样本太少时不判断',
    fieldErrors: {
      name: '请填写 1 至 100 个字符。',
      target: '与种类不符。',
      percentile: '请选择一个百分位。',
      threshold: '请填写数字；百分比要小于 100。',
      window: '请填写 1 至 1440 的整数。',
      least: '请填写 1 至 1000000 的整数。',
    },
    enabled: '启用',
    episodes: '触发记录',
    noEpisodes: '没有触发过',
    noEpisodesHow: '规则的最近一百次触发会出现在这里。',
    began: '开始',
    ended: '结束',
    goesOn: '仍在继续',
    worst: '最坏',
    delivery: '通知',
    deliveries: { none: '无', waiting: '待发送', delivered: '已送达', 'given-up': '已放弃' },
  },
  en: {
    product: 'Product',
    release: 'Release',
    allReleases: 'All releases',
    period: 'Period',
    periods: {
      hour: 'Last hour',
      day: 'Last 24 hours',
      week: 'Last 7 days',
      month: 'Last 28 days',
      own: 'My own',
    },
    from: 'From',
    to: 'To',
    longest: days => `${days} days at most`,
    nothing: 'Nothing was reported in this period',
    nothingHow:
      'Once pages carry the monitoring library, their reports will stand here. You can also widen the period, or choose another product. To see it beforehand, run:',
    unknownProduct: product => `Nothing is known of a product “${product}”`,
    unknownProductHow: own =>
      `Please check the code. Where ROLLCALL_PRODUCTS is set, only the products in it are taken; Rollcall’s own pages report as “${own}”, which has to be in it, too.`,
    trySample: 'To see it beforehand, run:',
    ms: value => `${value} ms`,
    most: (shown, all) => `The first ${shown} rows are drawn; the table has all ${all}.`,
    sort: 'Order',
    calls: 'API calls',
    callsLead:
      'Each call as browsers saw it: how many succeeded, and how long they took. Of ten that succeed one is reported, and counts for ten.',
    show: 'Show',
    shows: { success: 'Success', latency: 'Latency' },
    successChart: 'The bar is the share that succeeded; what the page called off does not count.',
    latencyChart: 'The bar is the median; 95 of 100 calls end by the upright line.',
    orders: { total: 'Most frequent', success: 'Least successful', p95: 'Slowest' },
    call: 'Call',
    total: 'Calls',
    success: 'Success',
    business: 'Business errors',
    failed: 'Failed',
    aborted: 'Called off',
    statuses: 'Statuses',
    vitals: 'Web vitals',
    vitalsLead: 'How each page and release feels, rated by what three of four visits stay within (p75).',
    metric: 'Metric',
    metrics: {
      LCP: 'LCP, main content',
      INP: 'INP, response to input',
      CLS: 'CLS, layout shift',
      TTFB: 'TTFB, first byte',
      FCP: 'FCP, first paint',
    },
    thresholds: (good, poor) => `Up to ${good} is good, above ${poor} is poor.`,
    page: 'Page',
    rating: 'Rating',
    ratings: { good: 'Good', 'needs-improvement': 'Needs improvement', poor: 'Poor' },
    samples: 'Samples',
    errors: 'Script errors',
    errorsLead: 'The same error is one group, whichever release it was seen in.',
    noErrors: 'No script errors',
    noErrorsHow:
      'When a page that carries the monitoring library breaks, its error will stand here. Please check the product and the status, too.',
    noneFound: 'Nothing found',
    noneFoundHow: 'Please try other words, or another status.',
    find: 'Find',
    findRule: 'Words of the error, a release, or a page that begins with /; several together.',
    groupOrders: { last_seen: 'Last seen', first_seen: 'First seen', count: 'How often' },
    error: 'Error',
    message: 'Message',
    culprit: 'Where',
    count: 'Times',
    firstSeen: 'First seen',
    lastSeen: 'Last seen',
    firstRelease: 'First release',
    lastRelease: 'Last release',
    id: 'Id',
    status: 'Status',
    statusNames: { open: 'Open', resolved: 'Resolved', ignored: 'Ignored' },
    regressed: 'Came back after it was resolved',
    acts: { open: 'Open again', resolved: 'Mark as resolved', ignored: 'Ignore' },
    actWhat: {
      open: 'The group goes back among the open ones.',
      resolved: 'Should a newer release have it again, it opens by itself.',
      ignored: 'It stays closed when it is seen again, and only goes on counting.',
    },
    acting: 'Changing…',
    stack: 'Stack',
    stackLead: 'The innermost call stands first; lines are those of the source.',
    noStack: 'There is no stack',
    noStackHow: 'The browser did not say where it happened.',
    unmapped: 'no source map',
    library: 'library',
    origin: 'Origin',
    origins: { error: 'Script error', rejection: 'Unhandled rejection', caught: 'Caught by the page' },
    overTime: 'Over time',
    moment: 'When',
    reading: 'Move the reading line',
    releases: 'Releases',
    pages: 'Pages',
    resources: 'Load failures',
    resourcesLead: 'Chunks, scripts, styles and pictures that pages could not load.',
    noResources: 'Everything was loaded in this period',
    noResourcesHow: 'When a page can’t load a file, it will stand here. To see it beforehand, run:',
    kind: 'Kind',
    onlyChunks: 'Chunks',
    allResources: 'All',
    resource: 'File',
    chunk: number => `Chunk ${number}`,
    element: 'Element',
    address: 'Address',
    timeouts: 'Time-outs',
    resourcesChart: 'The bar is how often it failed; the table has how many of these were time-outs.',
    alerts: 'Alerts',
    alertsLead:
      'Rules are checked every minute. An alert is told when a rule’s limit is passed, and again when it is over.',
    webhook: 'Alerts are sent to the configured address.',
    noWebhook: 'ROLLCALL_ALERT_WEBHOOK_URL is not set, so alerts stand here alone.',
    rules: 'Rules',
    noRules: 'There is no rule yet',
    noRulesHow: 'An admin can add one, such as: more than 5% of calls fail within 5 minutes.',
    addRule: 'Add a rule',
    changeRule: 'Change',
    deleteRule: 'Delete',
    deleteText: name => `The rule “${name}” and the record of its alerts will be deleted for good.`,
    deleting: 'Deleting…',
    state: 'State',
    well: 'Well',
    firing: 'Firing',
    since: 'since',
    off: 'Off',
    alertKinds: {
      'error-rate': 'Script errors',
      'failed-share': 'Failed calls',
      vital: 'Web vital',
      'call-latency': 'Latency of calls',
    },
    fires: 'Condition',
    everything: 'all',
    named: target => target,
    perMinute: count => `${count} a minute`,
    condition: {
      'error-rate': (target, threshold, minutes) => `Errors (${target}) above ${threshold} in ${minutes} min`,
      'failed-share': (target, threshold, minutes) =>
        `More than ${threshold} of calls fail (${target}) in ${minutes} min`,
      vital: (target, threshold, minutes, percentile) =>
        `p${percentile} of ${target} above ${threshold} in ${minutes} min`,
      'call-latency': (target, threshold, minutes, percentile) =>
        `p${percentile} of calls (${target}) above ${threshold} in ${minutes} min`,
    },
    fields: {
      name: 'Name',
      target: 'Target',
      percentile: 'Percentile',
      threshold: 'Limit',
      window: 'Minutes looked back',
      least: 'Samples at least',
    },
    thresholdOf: {
      'error-rate': 'Errors a minute',
      'failed-share': 'Per cent of calls',
      vital: 'Milliseconds (CLS has no unit)',
      'call-latency': 'Milliseconds',
    },
    targetRule: {
      'error-rate': '* for all, or a group’s id of 32 characters',
      'failed-share': '* for all, or a call such as POST /path',
      vital: '',
      'call-latency': '* for all, or a call such as POST /path',
    },
    leastRule: 'With fewer, nothing is judged',
    fieldErrors: {
      name: 'Please give 1 to 100 characters.',
      target: 'This does not fit the kind.',
      percentile: 'Please choose a percentile.',
      threshold: 'Please give a number; a percentage is below 100.',
      window: 'Please give a whole number from 1 to 1440.',
      least: 'Please give a whole number from 1 to 1000000.',
    },
    enabled: 'On',
    episodes: 'What fired',
    noEpisodes: 'Nothing has fired',
    noEpisodesHow: 'The last hundred times that a rule fired will stand here.',
    began: 'Began',
    ended: 'Ended',
    goesOn: 'goes on',
    worst: 'Worst',
    delivery: 'Message',
    deliveries: { none: 'None', waiting: 'Waiting', delivered: 'Delivered', 'given-up': 'Given up' },
  },
};
