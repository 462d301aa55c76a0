/** The acts of the console's views that open no dialog, and what is seen of each; every other act opens one. */

/** Another address, a file, or what a selector finds. */
export type Effect = 'address' | 'download' | { readonly shows: string };

export interface ImmediateAct {
  /** What it says, with `#` for each number. */
  readonly says: string | RegExp;
  /** What is typed before, so that something comes of it, and then by Enter in the field. */
  readonly typed?: { readonly into: string; readonly texts: readonly [string, string] };
  readonly effect: Effect;
}

const acts = (effect: Effect, ...says: readonly ImmediateAct['says'][]): readonly ImmediateAct[] =>
  says.map(each => ({ says: each, effect }));
const finds = (says: string, into: string, ...texts: [string, string]): ImmediateAct => ({
  says,
  typed: { into, texts },
  effect: 'address',
});

/** Those of charts and tables in many views. */
export const everywhere: readonly ImmediateAct[] = [
  ...acts('address', '表格 T', '图表 T'),
  ...acts('download', '下载 CSV', '下载 Parquet'),
];

const changedDashboard = 'main header button:text-is("保存")';

/** Those of one view, by its path. */
export const immediateActs: Readonly<Record<string, readonly ImmediateAct[]>> = {
  '/console': acts({ shows: '[data-tile] button:text-is("图表")' }, '表格'),
  '/console/account': [
    ...acts({ shows: 'main [data-totp-secret]' }, '添加验证器应用'),
    ...acts({ shows: 'main [aria-invalid=true]:focus' }, '修改密码'),
    // What is cancelled goes, and its button with it.
    ...acts({ shows: 'main h2:focus' }, '取消'),
  ],
  '/console/agreements/edit': acts({ shows: 'main header :text("草稿保存于")' }, '保存'),
  '/console/ask': [
    ...acts({ shows: 'section[aria-label=结果]:focus' }, '查看这些人', '查看新用户'),
    // What is in the answer goes with it.
    ...acts({ shows: 'section[aria-label=结果]:focus' }, /^未?完成第 # 步的人$/, /^[≤>] # /, '#'),
    ...acts('address', '+ 添加指标', '+ 添加步骤', '↑', '↓'),
    ...acts({ shows: 'button[aria-expanded=false]:focus' }, '取消'),
  ],
  '/console/audit': [finds('查找', 'main [name=subject]', 'nobody', 'none'), ...acts('download', /^导出/)],
  '/console/dashboards': acts({ shows: 'section[aria-label]:focus h3' }, '新建人群', '条件'),
  '/console/dashboards/$id': [
    ...acts({ shows: '[data-tile] button:text-is("图表")' }, '表格'),
    ...acts({ shows: changedDashboard }, '←', '→', '−', '+', '×'),
  ],
  '/console/data': [finds('查找', 'main [name=subject]', 'nobody', 'none')],
  '/console/monitor/alerts': [
    ...acts({ shows: 'main td button:focus:text-is("启用")' }, '停用'),
    ...acts({ shows: 'main td button:focus:text-is("停用")' }, '启用'),
  ],
  '/console/monitor/errors': [finds('查找', 'main [name=q]', 'nothing', 'none')],
  '/console/monitor/vitals': [
    ...acts({ shows: 'main button:text-is("图表")' }, '表格'),
    // A page of the list narrows it and the lines over time.
    ...acts('address', /^\//),
  ],
  '/console/people': [finds('查找', 'main [name=q]', 'nobody', 'none')],
  '/console/people/$id': acts({ shows: 'main small:text("已复制")' }, /^[\da-f#-]{10,}$/),
  '/console/settings': [finds('查找', 'main [name=find]', 'COLOUR', 'none')],
  '/console/trouble': [finds('查找原因', 'main [name=identity]', '13900000001', '13900000002')],
  '/console/usage/live': acts({ shows: 'main button:text-is("继续")' }, '暂停'),
  '/console/webhooks/$id': acts({ shows: 'main tbody tr + tr' }, '发送测试'),
};

/** Those of the frame. */
export const frameActs: readonly ImmediateAct[] = [
  ...acts({ shows: 'nav button[aria-label=展开导航]:focus' }, '收起导航'),
  ...acts({ shows: 'aside button[aria-label=收起导航]:focus' }, '展开导航'),
  ...acts({ shows: 'html[data-theme=dark]' }, '切换深色与浅色'),
];
