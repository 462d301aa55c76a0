/** The words that every view of the console shares; each subject has its own beside it. */
import type { Language } from '@rollcall/ui';

export interface CommonWords {
  readonly product: string;
  readonly console: string;
  readonly sample: string;
  readonly sampleWhat: string;
  readonly loading: string;
  readonly slow: string;
  readonly retry: string;
  readonly wait: (seconds: number) => string;
  readonly reference: (id: string) => string;
  readonly cancel: string;
  readonly close: string;
  readonly save: string;
  readonly saving: string;
  readonly search: string;
  readonly all: string;
  readonly any: string;
  readonly filter: string;
  readonly firstPage: string;
  readonly nextPage: string;
  readonly pages: string;
  readonly shown: (count: number) => string;
  readonly sortBy: (column: string) => string;
  readonly optional: string;
  readonly show: string;
  readonly hide: string;
  readonly yes: string;
  readonly no: string;
  readonly never: string;
  readonly none: string;
  readonly copy: string;
  readonly copied: string;
  readonly download: string;
  readonly asTable: string;
  readonly asChart: string;
  readonly tableKey: string;
  readonly needs: (role: string) => string;
  readonly failed: string;
  readonly notFound: string;
  readonly notFoundWhat: string;
  readonly toOverview: string;
  readonly actions: string;
  readonly details: string;
  readonly total: string;
  readonly done: string;
}

export const common: Readonly<Record<Language, CommonWords>> = {
  'zh-CN': {
    product: '点名册',
    console: '管理台',
    sample: '含示例数据',
    sampleWhat: '这里的数字包含示例数据，可以用 npm run sample -- --remove 清除。',
    loading: '正在读取…',
    slow: '比平时慢，请再等一会儿。',
    retry: '重试',
    wait: seconds => `请 ${seconds} 秒后再试。`,
    reference: id => `请求编号 ${id}`,
    cancel: '取消',
    close: '关闭',
    save: '保存',
    saving: '正在保存…',
    search: '查找',
    all: '全部',
    any: '不限',
    filter: '筛选',
    firstPage: '回到第一页',
    nextPage: '下一页',
    pages: '翻页',
    shown: count => `本页 ${count} 条`,
    sortBy: column => `按${column}排序`,
    optional: '可不填',
    show: '显示密码',
    hide: '隐藏密码',
    yes: '是',
    no: '否',
    never: '从未',
    none: '无',
    copy: '复制',
    copied: '已复制',
    download: '下载 CSV',
    asTable: '看表格',
    asChart: '看图',
    tableKey: '按 T 键切换图与表',
    needs: role => `此操作需要${role}权限。`,
    failed: '没能读取',
    notFound: '没有这一页',
    notFoundWhat: '地址可能写错了，或者这一页已经搬走。',
    toOverview: '回到概览',
    actions: '操作',
    details: '详情',
    total: '合计',
    done: '已完成',
  },
  en: {
    product: 'Rollcall',
    console: 'Console',
    sample: 'Sample data',
    sampleWhat: 'These figures include sample data; npm run sample -- --remove takes them away.',
    loading: 'Loading…',
    slow: 'This takes longer than usual; please wait a little.',
    retry: 'Try again',
    wait: seconds => `Please try again in ${seconds} s.`,
    reference: id => `Request ${id}`,
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    saving: 'Saving…',
    search: 'Search',
    all: 'All',
    any: 'Any',
    filter: 'Filter',
    firstPage: 'First page',
    nextPage: 'Next page',
    pages: 'Pages',
    shown: count => `${count} on this page`,
    sortBy: column => `Sort by ${column}`,
    optional: 'optional',
    show: 'Show password',
    hide: 'Hide password',
    yes: 'Yes',
    no: 'No',
    never: 'Never',
    none: 'None',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download CSV',
    asTable: 'As a table',
    asChart: 'As a chart',
    tableKey: 'Press T to switch between chart and table',
    needs: role => `This needs the role “${role}”.`,
    failed: 'It could not be loaded',
    notFound: 'There is no such page',
    notFoundWhat: 'The address may be mistyped, or the page has moved.',
    toOverview: 'To the overview',
    actions: 'Actions',
    details: 'Details',
    total: 'Total',
    done: 'Done',
  },
};
