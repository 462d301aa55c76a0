/** The words of the operators' list and of the audit log. */
import type { Language } from '@rollcall/ui';

export interface OperatorsWords {
  readonly title: string;
  readonly lead: string;
  readonly name: string;
  readonly role: string;
  readonly since: string;
  readonly lastSignIn: string;
  readonly state: string;
  readonly on: string;
  readonly off: string;
  readonly you: string;
  readonly invite: string;
  readonly inviting: string;
  readonly inviteText: string;
  readonly link: string;
  readonly linkText: (until: string) => string;
  readonly changeRole: string;
  readonly changingRole: string;
  readonly disable: string;
  readonly disabling: string;
  readonly disableText: (name: string) => string;
  readonly enable: string;
  readonly enabling: string;
  readonly enableText: (name: string) => string;
  readonly passwordLink: string;
  readonly makingLink: string;
  readonly passwordLinkText: (name: string) => string;
  readonly open: string;
  readonly openLead: string;
  readonly noOpen: string;
  readonly kinds: Readonly<Record<'invitation' | 'password', string>>;
  readonly kind: string;
  readonly by: string;
  readonly until: string;
  readonly withdraw: string;
  readonly actions: string;
  readonly audit: string;
  readonly auditLead: string;
  readonly when: string;
  readonly who: string;
  readonly act: string;
  readonly allActs: string;
  readonly subject: string;
  readonly change: string;
  readonly from: string;
  readonly to: string;
  readonly address: string;
  readonly request: string;
  readonly before: string;
  readonly after: string;
  readonly emptyAudit: string;
  readonly emptyAuditHow: string;
  readonly anybody: string;
  readonly actGroups: Readonly<Record<string, string>>;
  readonly acts: Readonly<Record<string, string>>;
}

export const operatorsWords: Readonly<Record<Language, OperatorsWords>> = {
  'zh-CN': {
    title: '操作员',
    lead: '谁能进管理台，能做什么。',
    name: '用户名',
    role: '角色',
    since: '加入时间',
    lastSignIn: '最近登录',
    state: '状态',
    on: '正常',
    off: '已停用',
    you: '您',
    invite: '邀请操作员',
    inviting: '正在生成…',
    inviteText: '会生成一个七天内有效的一次性链接，请用可靠的方式交给对方。',
    link: '一次性链接',
    linkText: until => `只在这里显示一次，${until} 之前有效。`,
    changeRole: '改变角色',
    changingRole: '正在改变…',
    disable: '停用',
    disabling: '正在停用…',
    disableText: name => `${name}的登录会全部结束，也不能再登录。`,
    enable: '启用',
    enabling: '正在启用…',
    enableText: name => `${name}可以重新登录。`,
    passwordLink: '重设密码链接',
    makingLink: '正在生成…',
    passwordLinkText: name => `会生成一个一天内有效的一次性链接，${name}可以用它设置新密码。`,
    open: '还没有用的链接',
    openLead: '不再需要的请撤回。',
    noOpen: '没有未使用的链接',
    kinds: { invitation: '邀请', password: '重设密码' },
    kind: '用途',
    by: '发出者',
    until: '有效期至',
    withdraw: '撤回',
    actions: '操作',
    audit: '审计记录',
    auditLead: '操作员做过的每一件事，只增不改。',
    when: '时间',
    who: '操作员',
    act: '做了什么',
    allActs: '全部',
    subject: '对象',
    change: '改动',
    from: '不早于',
    to: '不晚于',
    address: '地址',
    request: '请求编号',
    before: '之前',
    after: '之后',
    emptyAudit: '没有这样的记录',
    emptyAuditHow: '操作员做了改动之后，会逐条记在这里。',
    anybody: '任何人',
    actGroups: {
      operators: '操作员',
      people: '人员',
      agreements: '协议',
      'human-verification': '真人验证',
      usage: '使用报告',
      monitor: '监控',
    },
    acts: {
      'operators.first-run': '创建第一位管理员',
      'operators.sign-in': '登录',
      'operators.sign-out': '退出登录',
      'operators.change-password': '修改密码',
      'operators.end-session': '结束自己的登录',
      'operators.end-other-sessions': '结束自己的其他登录',
      'operators.invite': '邀请操作员',
      'operators.withdraw-link': '撤回链接',
      'operators.accept': '接受邀请',
      'operators.password-link': '生成重设密码链接',
      'operators.set-password': '用链接设置密码',
      'operators.change-role': '改变角色',
      'operators.disable': '停用操作员',
      'operators.enable': '启用操作员',
      'people.block': '封禁',
      'people.unblock': '解封',
      'people.end-session': '结束一个登录',
      'people.end-all-sessions': '结束全部登录',
      'agreements.save-draft': '保存协议草稿',
      'agreements.discard-draft': '丢弃协议草稿',
      'agreements.publish': '发布协议',
      'human-verification.set-rule': '设置真人验证规则',
      'human-verification.reset-rule': '还原真人验证规则',
      'usage.begin-data-job': '导出或删除上报的数据',
      'usage.cancel-data-job': '取消导出或删除',
      'usage.download-data': '下载导出的数据',
      'monitor.error-status': '处理错误',
      'monitor.rule-create': '新建警报规则',
      'monitor.rule-change': '修改警报规则',
      'monitor.rule-delete': '删除警报规则',
    },
  },
  en: {
    title: 'Operators',
    lead: 'Who may enter the console, and what they may do.',
    name: 'Name',
    role: 'Role',
    since: 'Since',
    lastSignIn: 'Last signed in',
    state: 'State',
    on: 'Active',
    off: 'Disabled',
    you: 'you',
    invite: 'Invite an operator',
    inviting: 'Making the link…',
    inviteText:
      'This makes a one-use link, good for seven days; please hand it over in a way that you trust.',
    link: 'One-use link',
    linkText: until => `It is shown this once, and is good until ${until}.`,
    changeRole: 'Change the role',
    changingRole: 'Changing it…',
    disable: 'Disable',
    disabling: 'Disabling…',
    disableText: name => `All sessions of ${name} end, and they cannot sign in again.`,
    enable: 'Enable',
    enabling: 'Enabling…',
    enableText: name => `${name} will be able to sign in again.`,
    passwordLink: 'Password link',
    makingLink: 'Making the link…',
    passwordLinkText: name =>
      `This makes a one-use link, good for a day, by which ${name} sets a new password.`,
    open: 'Links not used yet',
    openLead: 'Please withdraw those that nobody needs.',
    noOpen: 'No link is waiting',
    kinds: { invitation: 'Invitation', password: 'New password' },
    kind: 'For',
    by: 'Given by',
    until: 'Good until',
    withdraw: 'Withdraw',
    actions: 'Actions',
    audit: 'Audit log',
    auditLead: 'Everything that operators did. It only grows.',
    when: 'When',
    who: 'Operator',
    act: 'What',
    allActs: 'Everything',
    subject: 'To what',
    change: 'Change',
    from: 'From',
    to: 'Until',
    address: 'Address',
    request: 'Request',
    before: 'before',
    after: 'after',
    emptyAudit: 'There is no such entry',
    emptyAuditHow: 'Each change that an operator makes will have a line here.',
    anybody: 'Anybody',
    actGroups: {
      operators: 'Operators',
      people: 'People',
      agreements: 'Agreements',
      'human-verification': 'Human verification',
      usage: 'Usage',
      monitor: 'Monitoring',
    },
    acts: {
      'operators.first-run': 'Made the first admin',
      'operators.sign-in': 'Signed in',
      'operators.sign-out': 'Signed out',
      'operators.change-password': 'Changed their password',
      'operators.end-session': 'Ended a session of their own',
      'operators.end-other-sessions': 'Ended their other sessions',
      'operators.invite': 'Invited an operator',
      'operators.withdraw-link': 'Withdrew a link',
      'operators.accept': 'Accepted an invitation',
      'operators.password-link': 'Made a password link',
      'operators.set-password': 'Set a password by a link',
      'operators.change-role': 'Changed a role',
      'operators.disable': 'Disabled an operator',
      'operators.enable': 'Enabled an operator',
      'people.block': 'Blocked',
      'people.unblock': 'Unblocked',
      'people.end-session': 'Ended a session',
      'people.end-all-sessions': 'Ended all sessions',
      'agreements.save-draft': 'Saved a draft',
      'agreements.discard-draft': 'Threw a draft away',
      'agreements.publish': 'Published an agreement',
      'human-verification.set-rule': 'Set a verification rule',
      'human-verification.reset-rule': 'Reset a verification rule',
      'usage.begin-data-job': 'Exported or erased reported data',
      'usage.cancel-data-job': 'Cancelled an export or erasure',
      'usage.download-data': 'Downloaded exported data',
      'monitor.error-status': 'Settled an error',
      'monitor.rule-create': 'Added an alert',
      'monitor.rule-change': 'Changed an alert',
      'monitor.rule-delete': 'Deleted an alert',
    },
  },
};
