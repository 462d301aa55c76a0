/** Words about the devices. In a file of its own, so that only the account page loads them. */
import type { SignInMethod } from '@rollcall/contract';
import { browserNames, type Language } from '@rollcall/ui';

const en = {
  list: 'Signed-in devices',
  /** The name of a device whose browser is unknown, by its kind. */
  unnamed: {
    desktop: 'Computer',
    phone: 'Phone',
    tablet: 'Tablet',
    other: 'Unknown device',
  } satisfies Record<'desktop' | 'phone' | 'tablet' | 'other', string>,
  /** What people call a browser, by the name that the server gives it. */
  browsers: browserNames.en,
  here: 'This device',
  place: 'Sign-in IP address',
  by: 'Signed in by',
  methods: {
    password: 'password',
    code: 'code to the phone',
    'email-code': 'e-mail code',
    wechat: 'WeChat',
    qq: 'QQ',
    passkey: 'passkey',
    'older-site': 'the previous site',
  } satisfies Record<SignInMethod, string>,
  client: 'Product',
  /** By the platform that a site or app names itself with; any other is shown as it is. */
  platforms: {
    web: 'Web',
    app: 'App',
    ios: 'iOS app',
    android: 'Android app',
    'mini-program': 'Mini program',
  },
  used: 'Last used',
  /** For a use within the last hour. */
  justNow: 'within the last hour',
  since: (date: string) => `Signed in on ${date}`,
  end: 'Sign out',
  ending: 'Signing out…',
  ended: (device: string) => `${device} is signed out.`,
  alone: 'You are not signed in anywhere else.',
  others: (count: number) => `Signed in on ${count} other device${count === 1 ? '' : 's'}`,
  endOthers: 'Sign out all others',
  askOthers: 'Every other device will have to sign in again.',
  endedOthers: (count: number) => `${count} device${count === 1 ? ' is' : 's are'} signed out.`,
  strange: 'Don’t recognise a device? Sign it out, then change your password under Security.',
};

export type DevicesWords = typeof en;

export const devicesWords: Readonly<Record<Language, DevicesWords>> = {
  en,
  'zh-CN': {
    list: '登录的设备',
    unnamed: { desktop: '电脑', phone: '手机', tablet: '平板电脑', other: '未知设备' },
    browsers: browserNames['zh-CN'],
    here: '本机',
    place: '登录 IP',
    by: '登录方式',
    methods: {
      password: '密码',
      code: '手机验证码',
      'email-code': '邮箱验证码',
      wechat: '微信',
      qq: 'QQ',
      passkey: '通行密钥',
      'older-site': '旧站点',
    },
    client: '产品',
    platforms: { web: '网页', app: 'App', ios: 'iOS App', android: '安卓 App', 'mini-program': '小程序' },
    used: '最近使用',
    justNow: '1 小时内',
    since: date => `${date}登录`,
    end: '退出登录',
    ending: '正在退出…',
    ended: device => `${device} 已退出登录。`,
    alone: '未在其他设备上登录。',
    others: count => `还在 ${count} 台其他设备上登录`,
    endOthers: '退出所有其他设备',
    askOthers: '除本机外，其他设备均需重新登录。',
    endedOthers: count => `已有 ${count} 台设备退出登录。`,
    strange: '发现陌生设备？请先退出该设备，再到“安全”中修改密码。',
  },
};
