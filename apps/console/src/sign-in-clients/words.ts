/** Words of the sign-ins by client. */
import type { Translations } from '../translations.ts';

const en = {
  title: 'Sign-in clients',
  lead: 'Sign-ins and registrations by what each site or app says about itself. A version that is refused far more often than others probably has a fault.',
  period: 'Period',
  periods: { '24h': 'Last 24 hours', '7d': 'Last 7 days', '31d': 'Last 31 days' },
  platform: 'Platform',
  product: 'Product',
  sdk: 'Library version',
  notSaid: 'Not said',
  others: 'Others, beyond the 100 that an hour names',
  signedIn: 'Signed in',
  refused: 'Refused',
  share: 'Share refused',
  mostRefused: 'Most frequent refusal',
  empty: 'No sign-ins in this period',
  emptyHow: 'Sign-ins will be listed here by platform, product and version of the account library.',
};

export const signInClientsWords: Translations<typeof en> = {
  'zh-CN': {
    title: '登录来源',
    lead: '按网站或应用上报的信息统计登录与注册。如果某个版本的拒绝率明显偏高，很可能存在问题。',
    period: '时间',
    periods: { '24h': '最近 24 小时', '7d': '最近 7 天', '31d': '最近 31 天' },
    platform: '平台',
    product: '产品',
    sdk: 'SDK 版本',
    notSaid: '未说明',
    others: '其他（每小时最多单列 100 个）',
    signedIn: '登录成功',
    refused: '被拒绝',
    share: '拒绝率',
    mostRefused: '最常见的拒绝原因',
    empty: '该时段没有登录',
    emptyHow: '有人登录后，这里会按平台、产品和 SDK 版本列出。',
  },
  en,
};
