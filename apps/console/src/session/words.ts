/** The words of the console's doors: first run, sign-in, invitation, and one's own account. */
import type { Language } from '@rollcall/ui';
import type { Role } from '../client/calls.ts';

export interface SessionWords {
  readonly roles: Readonly<Record<Role, string>>;
  readonly roleWhat: Readonly<Record<Role, string>>;
  readonly signIn: string;
  readonly signInLead: string;
  readonly signingIn: string;
  readonly name: string;
  readonly nameRule: string;
  readonly nameError: string;
  readonly password: string;
  readonly newPassword: string;
  readonly oldPassword: string;
  readonly again: string;
  readonly passwordRule: string;
  readonly passwordError: string;
  readonly passwordMissing: string;
  readonly mismatch: string;
  readonly firstRunNeeded: string;
  readonly firstRunHow: string;
  readonly firstRun: string;
  readonly firstRunLead: string;
  readonly create: string;
  readonly creating: string;
  readonly invitation: string;
  readonly invitationLead: (by: string | null, role: string) => string;
  readonly newPasswordFor: (name: string) => string;
  readonly setPassword: string;
  readonly noToken: string;
  readonly noTokenWhat: string;
  readonly toSignIn: string;
  readonly account: string;
  readonly change: string;
  readonly changing: string;
  readonly changed: string;
  readonly changeLead: string;
  readonly sessions: string;
  readonly sessionsLead: string;
  readonly thisSession: string;
  readonly device: string;
  readonly otherDevice: string;
  readonly address: string;
  readonly begun: string;
  readonly lastUsed: string;
  readonly ends: string;
  readonly end: string;
  readonly endOthers: string;
  readonly ended: string;
}

export const sessionWords: Readonly<Record<Language, SessionWords>> = {
  'zh-CN': {
    roles: { viewer: '查看者', support: '客服', admin: '管理员' },
    roleWhat: {
      viewer: '只看，不改；手机号和邮箱打码。',
      support: '看得见完整的联系方式，可以封禁、解封和结束登录。',
      admin: '可以发布协议、改规则、管理操作员，查看审计记录。',
    },
    signIn: '登录管理台',
    signInLead: '这里是操作员的入口，学员请走学校的登录页。',
    signingIn: '正在登录…',
    name: '用户名',
    nameRule: '2 到 64 个字符：字母、汉字、数字和 . _ @ + -',
    nameError: '请按规则填写用户名。',
    password: '密码',
    newPassword: '新密码',
    oldPassword: '原密码',
    again: '再填一次',
    passwordRule: '至少 12 个字符，不含用户名。几个不相干的词连起来，既好记又安全。',
    passwordError: '密码至少 12 个字符。',
    passwordMissing: '请填写密码。',
    mismatch: '两次填写的密码不一致。',
    firstRunNeeded: '还没有操作员。',
    firstRunHow: '服务器启动时在日志里写了一个一次性链接，请用它创建第一位管理员。',
    firstRun: '创建第一位管理员',
    firstRunLead: '这个链接只能用一次。管理员可以再邀请别人。',
    create: '创建并进入',
    creating: '正在创建…',
    invitation: '接受邀请',
    invitationLead: (by, role) => `${by === null ? '有人' : by}邀请您成为${role}。`,
    newPasswordFor: name => `为“${name}”设置新密码`,
    setPassword: '设置密码并进入',
    noToken: '链接不完整',
    noTokenWhat: '请把收到的链接完整地复制到地址栏，包括 # 后面的部分。',
    toSignIn: '去登录',
    account: '我的账号',
    change: '修改密码',
    changing: '正在修改…',
    changed: '密码已修改，其他登录都已结束。',
    changeLead: '修改之后，您在别处的登录都会结束。',
    sessions: '登录中的设备',
    sessionsLead: '看到不认识的，请结束它并修改密码。',
    thisSession: '当前',
    device: '浏览器',
    otherDevice: '其他浏览器',
    address: '地址',
    begun: '登录时间',
    lastUsed: '最近使用',
    ends: '最晚到期',
    end: '结束',
    endOthers: '结束其他登录',
    ended: '已结束。',
  },
  en: {
    roles: { viewer: 'viewer', support: 'support', admin: 'admin' },
    roleWhat: {
      viewer: 'Looks and changes nothing; phone numbers and e-mail are masked.',
      support: 'Sees phone numbers and e-mail in full, blocks, unblocks and ends sessions.',
      admin: 'Publishes agreements, changes rules, looks after operators, reads the audit log.',
    },
    signIn: 'Sign in to the console',
    signInLead: 'This door is for operators; pupils sign in on the school’s own page.',
    signingIn: 'Signing in…',
    name: 'Name',
    nameRule: '2 to 64 characters: letters, digits and . _ @ + -',
    nameError: 'Please choose a name by the rule.',
    password: 'Password',
    newPassword: 'New password',
    oldPassword: 'Old password',
    again: 'Once more',
    passwordRule:
      'At least 12 characters, without the name. A few unrelated words in a row are easy to keep and hard to guess.',
    passwordError: 'A password has at least 12 characters.',
    passwordMissing: 'Please type the password.',
    mismatch: 'The two passwords differ.',
    firstRunNeeded: 'There is no operator yet.',
    firstRunHow: 'When it started, the server wrote a one-use link into its log: it makes the first admin.',
    firstRun: 'Make the first admin',
    firstRunLead: 'This link works once. The admin can invite others.',
    create: 'Make it, and go in',
    creating: 'Making it…',
    invitation: 'Accept the invitation',
    invitationLead: (by, role) => `${by === null ? 'Somebody' : by} invites you to be an operator: ${role}.`,
    newPasswordFor: name => `A new password for “${name}”`,
    setPassword: 'Set it, and go in',
    noToken: 'The link is not whole',
    noTokenWhat: 'Please copy all of the link that you were given, with what stands behind the #.',
    toSignIn: 'To the sign-in',
    account: 'My account',
    change: 'Change the password',
    changing: 'Changing it…',
    changed: 'The password is changed; your other sessions have ended.',
    changeLead: 'Your sessions elsewhere end with the change.',
    sessions: 'Where you are signed in',
    sessionsLead: 'If you do not know one of them, end it and change your password.',
    thisSession: 'this one',
    device: 'Browser',
    otherDevice: 'Another browser',
    address: 'Address',
    begun: 'Signed in',
    lastUsed: 'Last used',
    ends: 'Ends at the latest',
    end: 'End',
    endOthers: 'End the others',
    ended: 'Ended.',
  },
};
