/** The titles and descriptions of the documents, for prerendering only. */
import type { Language } from '@rollcall/react';
import { accountPageWords } from '../pages/account/words.ts';
import { allowWords } from '../pages/allow/words.ts';
import { type ErrorName, errorWords } from '../pages/error/words.ts';

/** The pages, by the names of their documents. */
export type PageWords = Readonly<
  Record<
    | 'index'
    | 'sign-in'
    | 'email-sign-in'
    | 'sign-up'
    | 'reset'
    | 'shared'
    | 'oauth'
    | 'account'
    | 'account-security'
    | 'account-devices'
    | 'account-privacy'
    | 'account-data'
    | 'age'
    | 'allow'
    | 'guardian'
    | 'gallery'
    | ErrorName
    | 'contests'
    | 'lesson-1'
    | 'lesson-2'
    | 'lesson-3',
    string
  >
>;

export const documents: Readonly<
  Record<
    Language,
    {
      readonly titles: PageWords;
      readonly descriptions: PageWords;
    }
  >
> = {
  'zh-CN': {
    titles: {
      index: '点名册',
      'sign-in': '登录 · 点名册',
      'email-sign-in': '用邮箱登录 · 点名册',
      'sign-up': '注册 · 点名册',
      reset: '重设密码 · 点名册',
      shared: '公用电脑 · 点名册',
      oauth: '正在登录 · 点名册',
      account: `${accountPageWords['zh-CN'].titles.profile} · 点名册`,
      'account-security': `${accountPageWords['zh-CN'].titles.security} · 点名册`,
      'account-devices': `${accountPageWords['zh-CN'].titles.devices} · 点名册`,
      'account-privacy': `${accountPageWords['zh-CN'].titles.privacy} · 点名册`,
      'not-found': `${errorWords['zh-CN']['not-found'].title} · 点名册`,
      fault: `${errorWords['zh-CN'].fault.title} · 点名册`,
      'account-data': '我的数据 · 点名册',
      age: '确认年龄 · 点名册',
      allow: `${allowWords['zh-CN'].title} · 点名册`,
      guardian: '家长（监护人）中心 · 点名册',
      gallery: '组件陈列 · 点名册',
      contests: '编程赛 · 星野网校',
      'lesson-1': '第一课 走出迷宫 · 星野网校',
      'lesson-2': '第二课 会生长的树 · 星野网校',
      'lesson-3': '第三课 一条规则 · 星野网校',
    },
    descriptions: {
      index: '网校自己的账号系统。',
      'sign-in': '用验证码或密码登录。',
      'email-sign-in': '用邮箱验证码登录。',
      'sign-up': '用手机号注册账号。',
      reset: '用验证码设置新密码。',
      shared: '把多人轮流使用的电脑设为公用电脑。',
      oauth: '完成微信或 QQ 登录。',
      account: '查看和修改个人资料。',
      'account-security': '设置、更换和解绑登录方式。',
      'account-devices': '查看已登录的设备，退出丢失的设备。',
      'account-privacy': '管理使用记录，导出或清除，注销账号。',
      'not-found': errorWords['zh-CN']['not-found'].lead,
      fault: errorWords['zh-CN'].fault.lead,
      'account-data': '阅读、打印和下载这个账号保存的全部内容。',
      age: '继续之前，确认年龄和监护人。',
      allow: '决定其他网站能否用你的账号登录。',
      guardian: '监护人在这里同意、查看、更正或删除孩子的信息。',
      gallery: '每个组件的每种状态。',
      contests: '一学年的编程赛：每一题都画得出来。',
      'lesson-1': '用深度优先搜索走出一座迷宫。',
      'lesson-2': '用递归画一棵会生长的树。',
      'lesson-3': '一条规则，长出整面图案。',
    },
  },
  en: {
    titles: {
      index: 'Rollcall',
      'sign-in': 'Sign in · Rollcall',
      'email-sign-in': 'Sign in by e-mail · Rollcall',
      'sign-up': 'Sign up · Rollcall',
      reset: 'Reset your password · Rollcall',
      shared: 'Shared computer · Rollcall',
      oauth: 'Signing in · Rollcall',
      account: `${accountPageWords.en.titles.profile} · Rollcall`,
      'account-security': `${accountPageWords.en.titles.security} · Rollcall`,
      'account-devices': `${accountPageWords.en.titles.devices} · Rollcall`,
      'account-privacy': `${accountPageWords.en.titles.privacy} · Rollcall`,
      'not-found': `${errorWords.en['not-found'].title} · Rollcall`,
      fault: `${errorWords.en.fault.title} · Rollcall`,
      'account-data': 'My data · Rollcall',
      age: 'Your age · Rollcall',
      allow: `${allowWords.en.title} · Rollcall`,
      guardian: 'For parents and guardians · Rollcall',
      gallery: 'Gallery · Rollcall',
      contests: 'Coding contests · Starfield School',
      'lesson-1': 'Lesson 1: Out of the maze · Starfield School',
      'lesson-2': 'Lesson 2: A tree that grows · Starfield School',
      'lesson-3': 'Lesson 3: A single rule · Starfield School',
    },
    descriptions: {
      index: 'An online school’s own accounts.',
      'sign-in': 'Sign in by a code or a password.',
      'email-sign-in': 'Sign in by a code to your e-mail address.',
      'sign-up': 'Sign up with your mobile number.',
      reset: 'Choose a new password with a code that is sent to you.',
      shared: 'Mark a computer that several people use in turn.',
      oauth: 'Finish signing in with WeChat or QQ.',
      account: 'See and change your profile.',
      'account-security': 'Set up, change and remove the ways to sign in.',
      'account-devices': 'See where you are signed in, and sign a lost device out.',
      'account-privacy': 'Choose what is recorded, export and erase it, delete the account.',
      'not-found': errorWords.en['not-found'].lead,
      fault: errorWords.en.fault.lead,
      'account-data': 'Read, print and download everything kept about this account.',
      age: 'Confirm your age and your guardian.',
      allow: 'Decide whether another site may sign you in with your account.',
      guardian: 'Guardians consent here, and see, correct or delete their child’s data.',
      gallery: 'Each component in each state.',
      contests: 'A school year of coding contests, each about something that can be drawn.',
      'lesson-1': 'Find the way out of a maze by depth-first search.',
      'lesson-2': 'Draw a tree that grows, by recursion.',
      'lesson-3': 'How one rule fills a whole wall with a pattern.',
    },
  },
};
