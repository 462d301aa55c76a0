/** The words of the human verification: rules by scene, and the vendors' health. */
import type { Language } from '@rollcall/ui';

export interface VerificationWords {
  readonly title: string;
  readonly lead: string;
  readonly rules: string;
  readonly rulesLead: string;
  readonly scene: string;
  readonly scenes: Readonly<Record<string, string>>;
  readonly ask: string;
  readonly asks: Readonly<Record<'by-risk' | 'always' | 'never', string>>;
  readonly askWhat: Readonly<Record<'by-risk' | 'always' | 'never', string>>;
  readonly order: string;
  readonly orderConfigured: string;
  readonly orderOwn: string;
  readonly orderRule: string;
  readonly source: string;
  readonly own: string;
  readonly inherited: string;
  readonly changed: string;
  readonly edit: string;
  readonly editTitle: (scene: string) => string;
  readonly limits: string;
  readonly limitsRule: string;
  readonly requests: string;
  readonly failures: string;
  readonly counted: Readonly<Record<'identity' | 'device' | 'address' | 'prefix', string>>;
  readonly builtIn: (value: string) => string;
  readonly without: string;
  readonly limitError: string;
  readonly reset: string;
  readonly resetting: string;
  readonly resetText: string;
  readonly vendors: string;
  readonly vendorsLead: string;
  readonly vendor: string;
  readonly vendorNames: Readonly<Record<string, string>>;
  readonly state: string;
  readonly states: Readonly<Record<'well' | 'passed-over' | 'unwell', string>>;
  readonly inARow: string;
  readonly until: string;
  readonly lastWorked: string;
  readonly lastFailed: string;
  readonly noVendors: string;
  readonly noVendorsHow: string;
  readonly up: (name: string) => string;
  readonly appid: string;
}

export const verificationWords: Readonly<Record<Language, VerificationWords>> = {
  'zh-CN': {
    title: '真人验证',
    lead: '什么时候要求验证，用哪家的验证。',
    rules: '各场景的规则',
    rulesLead: '改动在十秒内生效。没有单独设置的场景跟随“其他场景”。',
    scene: '场景',
    scenes: {
      '*': '其他场景',
      register: '注册',
      login: '验证码登录',
      silence: '登录或注册',
      oauth: '第三方登录',
      bind: '绑定手机',
      change: '换绑手机',
      update: '修改密码',
      reset: '重设密码',
      common: '通用验证码',
      email: '邮箱注册',
      security: '密码登录',
    },
    ask: '何时要求',
    asks: { 'by-risk': '按风险', always: '总是', never: '从不' },
    askWhat: {
      'by-risk': '请求或失败达到下面的次数时要求。',
      always: '每次都要求。',
      never: '从不要求；只用于测试。',
    },
    order: '先后',
    orderConfigured: '按配置的先后',
    orderOwn: '自定先后',
    orderRule: '前一家不可用时用后一家，最后是内置验证。',
    source: '来源',
    own: '单独设置',
    inherited: '跟随',
    changed: '改动时间',
    edit: '修改',
    editTitle: scene => `规则：${scene}`,
    limits: '风险的界限',
    limitsRule: '达到这个次数就要求验证；不填则用内置值。',
    requests: '一小时内的请求',
    failures: '十五分钟内的失败',
    counted: { identity: '同一账号', device: '同一设备', address: '同一地址', prefix: '同一号段' },
    builtIn: value => `内置 ${value}`,
    without: '不限',
    limitError: '请填 1 到 1000000 的整数。',
    reset: '还原',
    resetting: '正在还原…',
    resetText: '会删除这个场景的单独设置。',
    vendors: '验证服务的状况',
    vendorsLead: '按尝试的先后。失败太多的会被跳过一段时间。',
    vendor: '服务',
    vendorNames: {
      geetest: '极验',
      tencent: '腾讯',
      netease: '网易',
      nextdata: '数美',
      aliyun: '阿里云',
      altcha: '内置验证',
    },
    state: '状况',
    states: { well: '正常', 'passed-over': '暂时跳过', unwell: '自报异常' },
    inARow: '连续失败',
    until: '跳过至',
    lastWorked: '最近成功',
    lastFailed: '最近失败',
    noVendors: '没有配置外部的验证服务',
    noVendorsHow: '现在用的是内置验证。配置之后，每家的状况会列在这里。',
    up: name => `把${name}提前`,
    appid: '应用编号',
  },
  en: {
    title: 'Human verification',
    lead: 'When people are asked to prove that they are human, and by whom.',
    rules: 'Rules by scene',
    rulesLead:
      'A change counts within ten seconds. Scenes without a rule of their own follow “other scenes”.',
    scene: 'Scene',
    scenes: {
      '*': 'Other scenes',
      register: 'Sign-up',
      login: 'Sign-in by code',
      silence: 'Sign-in or sign-up',
      oauth: 'Third party',
      bind: 'Binding a phone',
      change: 'Changing the phone',
      update: 'Changing the password',
      reset: 'Resetting the password',
      common: 'General code',
      email: 'Sign-up by e-mail',
      security: 'Sign-in by password',
    },
    ask: 'Ask',
    asks: { 'by-risk': 'By risk', always: 'Always', never: 'Never' },
    askWhat: {
      'by-risk': 'Where requests or failures reach the counts below.',
      always: 'Every time.',
      never: 'Not at all; for tests alone.',
    },
    order: 'Order',
    orderConfigured: 'As configured',
    orderOwn: 'An order of its own',
    orderRule: 'Where one cannot be used, the next is; the built-in one is last.',
    source: 'Comes from',
    own: 'Its own',
    inherited: 'Follows',
    changed: 'Changed',
    edit: 'Edit',
    editTitle: scene => `Rule: ${scene}`,
    limits: 'Where risk begins',
    limitsRule: 'From this count on people are asked; empty: the built-in count.',
    requests: 'Requests in an hour',
    failures: 'Failures in fifteen minutes',
    counted: { identity: 'One account', device: 'One device', address: 'One address', prefix: 'One prefix' },
    builtIn: value => `built in: ${value}`,
    without: 'no limit',
    limitError: 'Please give a whole number from 1 to 1000000.',
    reset: 'Reset',
    resetting: 'Resetting…',
    resetText: 'The scene’s own rule is taken away.',
    vendors: 'How the vendors are',
    vendorsLead: 'In the order they are tried. One that fails too often is passed over for a while.',
    vendor: 'Vendor',
    vendorNames: {
      geetest: 'GeeTest',
      tencent: 'Tencent',
      netease: 'NetEase',
      nextdata: 'NextData',
      aliyun: 'Aliyun',
      altcha: 'Built in',
    },
    state: 'State',
    states: { well: 'Well', 'passed-over': 'Passed over', unwell: 'Says it is unwell' },
    inARow: 'Failures in a row',
    until: 'Until',
    lastWorked: 'Last worked',
    lastFailed: 'Last failed',
    noVendors: 'No outside vendor is configured',
    noVendorsHow:
      'The built-in verification is used. Once vendors are configured, each will have a row here.',
    up: name => `Move ${name} up`,
    appid: 'App id',
  },
};
