/** The words of the console's frame and navigation. The entries' titles are in the views' descriptions. */
import type { Translations } from '../translations.ts';
import type { Group } from '../view.ts';

const en = {
  skip: 'Skip to the content',
  navigation: 'Console navigation',
  shortcuts: 'Most used pages',
  menu: 'All',
  find: 'Search or go to…',
  site: 'Site',
  allSites: 'All sites',
  fold: 'Fold the navigation',
  unfold: 'Unfold the navigation',
  signOut: 'Sign out',
  otherLanguage: '中文',
  switchTheme: 'Switch between light and dark',
  groups: {
    people: 'People and agreements',
    access: 'Sign-in and messages',
    usage: 'Usage',
    monitor: 'Monitoring',
    administration: 'Administration',
  } satisfies Record<Exclude<Group, 'start'>, string>,
  usageShort: 'Usage',
};

export const shellWords: Translations<typeof en> = {
  'zh-CN': {
    skip: '跳到正文',
    navigation: '管理台导航',
    shortcuts: '常用页面',
    menu: '全部',
    find: '搜索或跳转…',
    site: '站点',
    allSites: '全部站点',
    fold: '收起导航',
    unfold: '展开导航',
    signOut: '退出登录',
    otherLanguage: 'English',
    switchTheme: '切换深色与浅色',
    groups: {
      people: '人员与协议',
      access: '登录与消息',
      usage: '使用分析',
      monitor: '监控',
      administration: '管理',
    },
    usageShort: '分析',
  },
  en,
};
