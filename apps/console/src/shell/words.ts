/** The words of the console's frame and navigation. */
import type { Language } from '@rollcall/ui';

export interface ShellWords {
  readonly skip: string;
  readonly navigation: string;
  readonly shortcuts: string;
  readonly menu: string;
  readonly signOut: string;
  readonly otherLanguage: string;
  readonly switchTheme: string;
  readonly groups: Readonly<Record<'accounts' | 'usage' | 'monitor' | 'house', string>>;
  readonly pages: Readonly<
    Record<
      | 'overview'
      | 'people'
      | 'trouble'
      | 'agreements'
      | 'verification'
      | 'messages'
      | 'trend'
      | 'live'
      | 'unique'
      | 'funnel'
      | 'retention'
      | 'time'
      | 'paths'
      | 'clicks'
      | 'calls'
      | 'vitals'
      | 'errors'
      | 'resources'
      | 'alerts'
      | 'data'
      | 'operators'
      | 'audit',
      string
    >
  >;
  readonly usageShort: string;
}

export const shellWords: Readonly<Record<Language, ShellWords>> = {
  'zh-CN': {
    skip: '跳到正文',
    navigation: '管理台导航',
    shortcuts: '常用页面',
    menu: '全部',
    signOut: '退出登录',
    otherLanguage: 'English',
    switchTheme: '切换深色与浅色',
    groups: { accounts: '账号', usage: '使用报告', monitor: '监控', house: '管理' },
    pages: {
      overview: '概览',
      people: '人员',
      trouble: '登录不了',
      agreements: '协议',
      verification: '真人验证',
      messages: '消息',
      trend: '趋势',
      live: '实时',
      unique: '人数',
      funnel: '漏斗',
      retention: '留存',
      time: '时长',
      paths: '路径',
      clicks: '点击图',
      calls: '接口',
      vitals: '页面性能',
      errors: '脚本错误',
      resources: '加载失败',
      alerts: '警报',
      data: '数据请求',
      operators: '操作员',
      audit: '审计记录',
    },
    usageShort: '使用',
  },
  en: {
    skip: 'Skip to the content',
    navigation: 'Console navigation',
    shortcuts: 'Most used pages',
    menu: 'All',
    signOut: 'Sign out',
    otherLanguage: '中文',
    switchTheme: 'Switch between light and dark',
    groups: { accounts: 'Accounts', usage: 'Usage', monitor: 'Monitoring', house: 'House' },
    pages: {
      overview: 'Overview',
      people: 'People',
      trouble: 'Can’t sign in',
      agreements: 'Agreements',
      verification: 'Human verification',
      messages: 'Messages',
      trend: 'Trend',
      live: 'Live',
      unique: 'Unique users',
      funnel: 'Funnel',
      retention: 'Retention',
      time: 'Time spent',
      paths: 'Paths',
      clicks: 'Click map',
      calls: 'API calls',
      vitals: 'Web vitals',
      errors: 'Script errors',
      resources: 'Load failures',
      alerts: 'Alerts',
      data: 'Data requests',
      operators: 'Operators',
      audit: 'Audit log',
    },
    usageShort: 'Usage',
  },
};
