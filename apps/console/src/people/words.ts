/** The words of people: the list, one person, and why somebody can't sign in. */
import type { Hindrance } from '@rollcall/contract/console';
import type { Language } from '@rollcall/ui';

export interface PeopleWords {
  readonly people: string;
  readonly lead: string;
  readonly find: string;
  readonly findRule: string;
  readonly state: string;
  readonly anyState: string;
  readonly blocked: string;
  readonly notBlocked: string;
  readonly active: string;
  readonly from: string;
  readonly to: string;
  readonly site: string;
  readonly name: string;
  readonly nickname: string;
  readonly fullname: string;
  readonly username: string;
  readonly phone: string;
  readonly email: string;
  readonly came: string;
  readonly order: string;
  readonly newest: string;
  readonly oldest: string;
  readonly emptySearch: string;
  readonly emptySearchHow: string;
  readonly empty: string;
  readonly emptyHow: string;
  readonly identity: string;
  readonly id: string;
  readonly password: string;
  readonly passwordSet: string;
  readonly passwordNot: string;
  readonly bound: string;
  readonly providers: Readonly<Record<string, string>>;
  readonly deletion: string;
  readonly data: string;
  readonly block: string;
  readonly blocking: string;
  readonly blockText: (name: string) => string;
  readonly reason: string;
  readonly reasonRule: string;
  readonly reasonMissing: string;
  readonly unblock: string;
  readonly unblocking: string;
  readonly unblockText: (name: string) => string;
  readonly blockedBy: (by: string) => string;
  readonly sessions: string;
  readonly noSessions: string;
  readonly noSessionsHow: string;
  readonly device: string;
  readonly kinds: Readonly<Record<'desktop' | 'phone' | 'tablet' | 'other', string>>;
  readonly address: string;
  readonly begun: string;
  readonly lastUsed: string;
  readonly end: string;
  readonly endOne: string;
  readonly endOneText: string;
  readonly endAll: string;
  readonly ending: string;
  readonly endAllText: (count: number) => string;
  readonly signatures: string;
  readonly noSignatures: string;
  readonly agreement: string;
  readonly version: string;
  readonly signedAt: string;
  readonly trouble: string;
  readonly troubleLead: string;
  readonly troubleFind: string;
  readonly troubleRule: string;
  readonly troubleStart: string;
  readonly troubleStartHow: string;
  readonly look: string;
  readonly nothingHinders: string;
  readonly nothingHindersHow: string;
  readonly hindrances: Readonly<Record<Hindrance, { readonly what: string; readonly next: string }>>;
  readonly hindranceOf: (kind: string) => string;
  readonly until: string;
  readonly refusals: string;
  readonly noRefusals: string;
  readonly when: string;
  readonly tried: string;
  readonly refused: string;
  readonly byWhat: string;
  readonly verificationAsked: string;
  readonly toPerson: string;
  readonly kindsOfIdentity: Readonly<Record<string, string>>;
  readonly calls: Readonly<Record<string, string>>;
  readonly inTheWay: string;
  readonly avatar: string;
}

export const peopleWords: Readonly<Record<Language, PeopleWords>> = {
  'zh-CN': {
    people: '人员',
    lead: '学员与教师的账号。',
    find: '手机号、邮箱、姓名、用户名或编号',
    findRule: '姓名与用户名按开头找，手机号按开头或结尾找。',
    state: '状态',
    anyState: '不限',
    blocked: '已封禁',
    notBlocked: '未封禁',
    active: '正常',
    from: '注册不早于',
    to: '注册不晚于',
    site: '站点（pid）',
    name: '昵称',
    nickname: '昵称',
    fullname: '姓名',
    username: '用户名',
    phone: '手机号',
    email: '邮箱',
    came: '注册时间',
    order: '顺序',
    newest: '新的在前',
    oldest: '旧的在前',
    emptySearch: '没有找到这样的人',
    emptySearchHow: '请减少筛选条件，或换一种写法再找。',
    empty: '名册还是空白的',
    emptyHow: '有人在学校的注册页注册之后，会出现在这里。',
    identity: '账号',
    id: '编号',
    password: '密码',
    passwordSet: '已设置',
    passwordNot: '未设置',
    bound: '绑定',
    providers: { wechat: '微信', qq: 'QQ' },
    deletion: '将注销于',
    data: '上报的数据',
    block: '封禁',
    blocking: '正在封禁…',
    blockText: name => `封禁后，${name}的登录会全部结束，也不能再登录。`,
    reason: '原因',
    reasonRule: '只给操作员看，写进审计记录，最多 500 字。',
    reasonMissing: '请写明原因。',
    unblock: '解封',
    unblocking: '正在解封…',
    unblockText: name => `解封后，${name}可以重新登录。`,
    blockedBy: by => `操作员 ${by}`,
    sessions: '登录中的设备',
    noSessions: '现在没有登录中的设备',
    noSessionsHow: '登录之后，每台设备占一行。',
    device: '设备',
    kinds: { desktop: '电脑', phone: '手机', tablet: '平板', other: '其他设备' },
    address: '地址',
    begun: '登录时间',
    lastUsed: '最近使用',
    end: '结束',
    endOne: '结束这个登录',
    endOneText: '这台设备会立即退出，需要重新登录。',
    endAll: '结束全部登录',
    ending: '正在结束…',
    endAllText: count => `${count} 台设备都会退出，需要重新登录。`,
    signatures: '签署的协议',
    noSignatures: '没有签署过协议',
    agreement: '协议',
    version: '版本',
    signedAt: '签署时间',
    trouble: '为什么登录不了',
    troubleLead: '查出现在有什么拦着，以及最近 30 天被拒绝的尝试。',
    troubleFind: '对方输入的手机号、邮箱或用户名',
    troubleRule: '请填写完整，不要求已注册。',
    troubleStart: '这里会列出拦住登录的原因',
    troubleStartHow: '请在上面填写对方登录时输入的内容。',
    look: '查找原因',
    nothingHinders: '没有什么拦着，现在可以登录。',
    nothingHindersHow: '若对方仍登录不了，请对照下面最近的拒绝记录。',
    hindrances: {
      'no-account': { what: '没有这个账号', next: '请核对输入，或请对方先注册。' },
      blocked: { what: '账号已封禁', next: '确认无误后可以解封。' },
      'wrong-passwords': {
        what: '密码错误次数太多',
        next: '每次尝试都要等待；可以改用验证码登录或重设密码。',
      },
      'no-password': { what: '从未设置密码', next: '请用验证码或绑定的微信、QQ 登录。' },
      'no-phone': { what: '没有手机号可以接收验证码', next: '请用密码或绑定的微信、QQ 登录。' },
      'code-limit': { what: '今天的验证码已用完', next: '请用密码登录，或到时再试。' },
      'code-wait': { what: '刚刚发过验证码', next: '稍等片刻即可重发。' },
    },
    hindranceOf: kind => `（${kind}）`,
    until: '解除时间',
    refusals: '最近的拒绝',
    noRefusals: '最近 30 天没有被拒绝过',
    when: '时间',
    tried: '做什么',
    refused: '结果',
    byWhat: '用什么',
    verificationAsked: '当时要求真人验证',
    toPerson: '看这个人',
    kindsOfIdentity: { phone: '手机号', email: '邮箱', username: '用户名' },
    calls: {
      loginByAccount: '密码登录',
      loginSecurely: '密码登录（真人验证）',
      loginByPhone: '验证码登录',
      loginSilently: '验证码登录或注册',
      loginByWechat: '微信登录',
      loginByQq: 'QQ 登录',
      registerByThirdParty: '第三方登录后绑定手机',
      registerByPhone: '手机号注册',
      registerByEmail: '邮箱注册',
      sendLoginCaptcha: '发送登录验证码',
      sendSilentLoginCaptcha: '发送登录验证码',
      sendRegisterCaptcha: '发送注册验证码',
      sendOauthCaptcha: '发送第三方登录验证码',
      sendResetPasswordCaptcha: '发送重设密码验证码',
      checkResetPasswordCaptcha: '核对重设密码验证码',
      resetPassword: '重设密码',
      sendVoiceCaptcha: '发送语音验证码',
      sendEmailCaptcha: '发送邮件验证码',
      checkEmailCaptcha: '核对邮件验证码',
      refreshTokens: '续期登录',
    },
    inTheWay: '现在拦着的',
    avatar: '头像',
  },
  en: {
    people: 'People',
    lead: 'The accounts of pupils and teachers.',
    find: 'Phone, e-mail, name, username or id',
    findRule: 'Names by their beginning, phone numbers by their beginning or end.',
    state: 'State',
    anyState: 'Any',
    blocked: 'Blocked',
    notBlocked: 'Not blocked',
    active: 'Active',
    from: 'Signed up from',
    to: 'Signed up until',
    site: 'Site (pid)',
    name: 'Nickname',
    nickname: 'Nickname',
    fullname: 'Full name',
    username: 'Username',
    phone: 'Phone',
    email: 'E-mail',
    came: 'Signed up',
    order: 'Order',
    newest: 'Newest first',
    oldest: 'Oldest first',
    emptySearch: 'Nobody like this was found',
    emptySearchHow: 'Please take a filter away, or write it in another way.',
    empty: 'The roll is still blank',
    emptyHow: 'Whoever signs up on the school’s sign-up page will stand here.',
    identity: 'Account',
    id: 'Id',
    password: 'Password',
    passwordSet: 'Set',
    passwordNot: 'Not set',
    bound: 'Bound',
    providers: { wechat: 'WeChat', qq: 'QQ' },
    deletion: 'Will be deleted',
    data: 'Reported data',
    block: 'Block',
    blocking: 'Blocking…',
    blockText: name => `All sessions of ${name} end, and they cannot sign in again.`,
    reason: 'Reason',
    reasonRule: 'For operators only; it goes into the audit log. 500 characters at most.',
    reasonMissing: 'Please give the reason.',
    unblock: 'Unblock',
    unblocking: 'Unblocking…',
    unblockText: name => `${name} will be able to sign in again.`,
    blockedBy: by => `by ${by}`,
    sessions: 'Where they are signed in',
    noSessions: 'Not signed in anywhere now',
    noSessionsHow: 'Each device has a row here once it is signed in.',
    device: 'Device',
    kinds: { desktop: 'Computer', phone: 'Phone', tablet: 'Tablet', other: 'Other device' },
    address: 'Address',
    begun: 'Signed in',
    lastUsed: 'Last used',
    end: 'End',
    endOne: 'End this session',
    endOneText: 'This device is signed out at once.',
    endAll: 'End all sessions',
    ending: 'Ending…',
    endAllText: count => (count === 1 ? 'The device is signed out.' : `All ${count} devices are signed out.`),
    signatures: 'Agreements signed',
    noSignatures: 'No agreement was signed',
    agreement: 'Agreement',
    version: 'Version',
    signedAt: 'Signed',
    trouble: 'Why can’t they sign in?',
    troubleLead: 'What stands in the way now, and what was refused in the last 30 days.',
    troubleFind: 'The phone number, e-mail or username that they type',
    troubleRule: 'In full; it need not be registered.',
    troubleStart: 'What stands in the way will be listed here',
    troubleStartHow: 'Please type above what they type when they sign in.',
    look: 'Find out why',
    nothingHinders: 'Nothing stands in the way; they can sign in now.',
    nothingHindersHow: 'If they still can’t, compare the last refusals below.',
    hindrances: {
      'no-account': {
        what: 'There is no such account',
        next: 'Please check what was typed, or let them sign up.',
      },
      blocked: { what: 'The account is blocked', next: 'Unblock it once you are sure.' },
      'wrong-passwords': {
        what: 'Too many wrong passwords',
        next: 'Each try has to wait; a code or a new password is quicker.',
      },
      'no-password': {
        what: 'A password was never set',
        next: 'They sign in by a code, or by WeChat or QQ.',
      },
      'no-phone': {
        what: 'No phone number for a code',
        next: 'They sign in by password, or by WeChat or QQ.',
      },
      'code-limit': { what: 'The day’s codes are used up', next: 'They sign in by password, or wait.' },
      'code-wait': { what: 'A code was sent a moment ago', next: 'Another one can be sent shortly.' },
    },
    hindranceOf: kind => ` (${kind})`,
    until: 'Until',
    refusals: 'Last refusals',
    noRefusals: 'Nothing was refused in the last 30 days',
    when: 'When',
    tried: 'What they did',
    refused: 'What happened',
    byWhat: 'By',
    verificationAsked: 'A human verification was asked for',
    toPerson: 'See this person',
    kindsOfIdentity: { phone: 'phone', email: 'e-mail', username: 'username' },
    calls: {
      loginByAccount: 'Sign-in by password',
      loginSecurely: 'Sign-in by password, verified',
      loginByPhone: 'Sign-in by code',
      loginSilently: 'Sign-in or sign-up by code',
      loginByWechat: 'Sign-in by WeChat',
      loginByQq: 'Sign-in by QQ',
      registerByThirdParty: 'Phone for a third-party sign-in',
      registerByPhone: 'Sign-up by phone',
      registerByEmail: 'Sign-up by e-mail',
      sendLoginCaptcha: 'Sending a sign-in code',
      sendSilentLoginCaptcha: 'Sending a sign-in code',
      sendRegisterCaptcha: 'Sending a sign-up code',
      sendOauthCaptcha: 'Sending a code after a third party',
      sendResetPasswordCaptcha: 'Sending a reset code',
      checkResetPasswordCaptcha: 'Checking a reset code',
      resetPassword: 'Setting a new password',
      sendVoiceCaptcha: 'Sending a code by voice',
      sendEmailCaptcha: 'Sending a code by e-mail',
      checkEmailCaptcha: 'Checking a code by e-mail',
      refreshTokens: 'Staying signed in',
    },
    inTheWay: 'In the way now',
    avatar: 'Picture',
  },
};
