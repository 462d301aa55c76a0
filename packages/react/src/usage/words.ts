/** Words of the consent banner and settings. In a file of its own, loaded later than the page. */
import type { ConsentKind } from '@rollcall/contract';
import type { Language } from '@rollcall/ui';

/**
 * The version of these words. Change it with their meaning: everybody is asked again.
 * @see `docs/usage.md`
 */
export const usageWordsVersion = '2026-11';

const en = {
  title: 'Usage data',
  /** Names the banner, where a page has a section of that title. */
  banner: 'Consent to usage data',
  /** Shown beside the buttons of the banner. */
  ask: 'May we record how you use these pages? Nothing is recorded before you agree.',
  agree: 'Agree',
  refuse: 'Decline',
  choose: 'Choose',
  lead: 'The records serve to improve the pages, and you can withdraw at any time. Everything works without them too.',
  kinds: {
    event: { name: 'Actions', what: 'Which features you use, and for how long' },
    view: { name: 'Pages', what: 'Which pages you open, how long you see each, and which site led you here' },
    user: { name: 'Account', what: 'Your account number when you are signed in; no name, no phone' },
    app: { name: 'App', what: 'A number for this visit, and the page’s version' },
    device: {
      name: 'Device',
      what: 'A number for the device, its browser, language, screen, kind of network and network address',
    },
  } satisfies Record<ConsentKind, { readonly name: string; readonly what: string }>,
  /** To a person under 14. */
  guardian:
    'You are under 14, so your parent or guardian decides what may be recorded, on the page for parents and guardians.',
  /** The link to the settings. */
  settings: 'Usage data settings',
  save: 'Save choices',
  withdrawAll: 'Withdraw all',
  saved: 'Saved.',
  nothing: 'Nothing is being recorded.',
  version: (version: string) => `Version of this text: ${version}`,
  agreedOn: (day: string) => `Agreed on ${day}`,
};

export type UsageWords = typeof en;

/**
 * The built-in words about consent, by language.
 * @see `docs/usage.md`
 */
export const usageWords: Readonly<Record<Language, UsageWords>> = {
  en,
  'zh-CN': {
    title: '使用记录',
    banner: '使用记录授权',
    ask: '是否允许保存使用记录？在你同意之前，不会记录任何信息。',
    agree: '同意',
    refuse: '不同意',
    choose: '自定义',
    lead: '这些记录只用于改进页面，你可以随时撤回同意。不同意不影响使用任何功能。',
    kinds: {
      event: { name: '功能', what: '用了哪些功能，用了多久' },
      view: { name: '浏览', what: '打开了哪些页面、看了多久，以及从哪个网站进入' },
      user: { name: '账号', what: '登录后的账号编号，不含姓名和手机号' },
      app: { name: '应用', what: '本次访问编号和页面版本' },
      device: { name: '设备', what: '设备编号、浏览器、语言、屏幕、网络类型和网络地址' },
    },
    guardian: '你未满 14 岁，是否保存使用记录由家长（监护人）在“家长（监护人）中心”决定。',
    settings: '使用记录设置',
    save: '保存选择',
    withdrawAll: '全部撤回',
    saved: '已保存。',
    nothing: '当前不记录任何信息。',
    version: version => `说明版本 ${version}`,
    agreedOn: day => `${day}同意`,
  },
};
