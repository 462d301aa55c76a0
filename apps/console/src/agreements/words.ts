/** The words of agreements: the list, a document's versions, the editor, who signed. */
import type { Language } from '@rollcall/ui';

export interface AgreementsWords {
  readonly title: string;
  readonly lead: string;
  readonly write: string;
  readonly document: string;
  readonly code: string;
  readonly codeRule: string;
  readonly codeError: string;
  readonly site: string;
  readonly siteRule: string;
  readonly everySite: string;
  readonly version: string;
  readonly inForce: string;
  readonly draftOnly: string;
  readonly draftWaits: string;
  readonly needsSignature: string;
  readonly needsSignatureRule: string;
  readonly published: string;
  readonly signed: string;
  readonly empty: string;
  readonly emptyHow: string;
  readonly versions: string;
  readonly who: string;
  readonly whoLead: (version: number) => string;
  readonly person: string;
  readonly signedAt: string;
  readonly address: string;
  readonly nobody: string;
  readonly nobodyHow: string;
  readonly read: string;
  readonly edit: string;
  readonly editorTitle: string;
  readonly editorLead: string;
  readonly titleIn: Readonly<Record<Language, string>>;
  readonly bodyIn: Readonly<Record<Language, string>>;
  readonly bodyRule: string;
  readonly left: (count: string) => string;
  readonly languages: Readonly<Record<Language, string>>;
  readonly preview: string;
  readonly previewEmpty: string;
  readonly savedAt: string;
  readonly unsaved: string;
  readonly neverSaved: string;
  readonly discard: string;
  readonly discarding: string;
  readonly discardText: string;
  readonly publish: string;
  readonly publishing: string;
  readonly publishText: (version: number, title: string, needs: boolean) => string;
  readonly missing: string;
  readonly conflict: string;
  readonly reload: string;
  readonly onlyAdmins: string;
  readonly noDraftYet: string;
}

export const agreementsWords: Readonly<Record<Language, AgreementsWords>> = {
  'zh-CN': {
    title: '协议',
    lead: '用户协议、隐私政策和其他文件；每次发布都是新的一版。',
    write: '新写一份',
    document: '文件',
    code: '代号',
    codeRule: '小写字母开头，小写字母、数字和连字符，如 user-agreement。发布后不能改。',
    codeError: '请按规则填写代号。',
    site: '站点（pid）',
    siteRule: '不填则所有站点都用。',
    everySite: '所有站点',
    version: '版本',
    inForce: '生效中',
    draftOnly: '只有草稿',
    draftWaits: '有草稿',
    needsSignature: '需要签署',
    needsSignatureRule: '勾选后，登录的人会被要求签署新版本。',
    published: '发布时间',
    signed: '签署人数',
    empty: '还没有协议',
    emptyHow: '写好并发布之后，注册页会请人阅读并同意。',
    versions: '历次版本',
    who: '谁签署了',
    whoLead: version => `第 ${version} 版，最近的在前。`,
    person: '昵称',
    signedAt: '签署时间',
    address: '地址',
    nobody: '还没有人签署这一版',
    nobodyHow: '签署之后，每人占一行。',
    read: '阅读',
    edit: '编辑',
    editorTitle: '编辑协议',
    editorLead: '一边写，一边看读者会看到的样子。',
    titleIn: { 'zh-CN': '中文标题', en: '英文标题' },
    bodyIn: { 'zh-CN': '中文正文', en: '英文正文' },
    bodyRule: '空一行分段；“# ”开头、自成一段的是小标题。',
    left: count => `还可写 ${count} 字`,
    languages: { 'zh-CN': '中文', en: 'English' },
    preview: '预览',
    previewEmpty: '写下正文，这里会显示读者看到的样子。',
    savedAt: '草稿保存于',
    unsaved: '有改动尚未保存',
    neverSaved: '尚未保存',
    discard: '丢弃草稿',
    discarding: '正在丢弃…',
    discardText: '草稿会被删除，已发布的版本不受影响。',
    publish: '发布',
    publishing: '正在发布…',
    publishText: (version, title, needs) =>
      `《${title}》第 ${version} 版会立即生效，不能撤回。${needs ? '已登录的人会被要求签署。' : ''}`,
    missing: '中英文的标题和正文都要写好才能发布。',
    conflict: '别人刚刚改过这份文件。',
    reload: '读取最新的（放弃我的改动）',
    onlyAdmins: '只有管理员可以保存和发布。',
    noDraftYet: '这是已发布版本的副本，保存后成为草稿。',
  },
  en: {
    title: 'Agreements',
    lead: 'User agreement, privacy policy and other documents; each publication is a version of its own.',
    write: 'Write a new one',
    document: 'Document',
    code: 'Name',
    codeRule:
      'Lower-case letters, digits and hyphens, beginning with a letter: user-agreement. It stays once published.',
    codeError: 'Please give a name by the rule.',
    site: 'Site (pid)',
    siteRule: 'Empty: for every site.',
    everySite: 'Every site',
    version: 'Version',
    inForce: 'In force',
    draftOnly: 'A draft alone',
    draftWaits: 'A draft waits',
    needsSignature: 'Needs a signature',
    needsSignatureRule: 'People who are signed in will be asked to sign the new version.',
    published: 'Published',
    signed: 'Signed by',
    empty: 'There is no agreement yet',
    emptyHow: 'Once one is published, the sign-up page asks people to read it and agree.',
    versions: 'Versions',
    who: 'Who signed',
    whoLead: version => `Version ${version}, the last first.`,
    person: 'Nickname',
    signedAt: 'Signed',
    address: 'Address',
    nobody: 'Nobody signed this version yet',
    nobodyHow: 'Everybody who signs will have a row here.',
    read: 'Read',
    edit: 'Edit',
    editorTitle: 'Edit the agreement',
    editorLead: 'Write, and see beside it what readers will see.',
    titleIn: { 'zh-CN': 'Title in Chinese', en: 'Title in English' },
    bodyIn: { 'zh-CN': 'Text in Chinese', en: 'Text in English' },
    bodyRule: 'An empty line begins a paragraph; one that begins with “# ” is a heading.',
    left: count => `${count} characters left`,
    languages: { 'zh-CN': '中文', en: 'English' },
    preview: 'Preview',
    previewEmpty: 'Write the text, and what readers see will stand here.',
    savedAt: 'Draft saved',
    unsaved: 'There are changes not saved yet',
    neverSaved: 'Not saved yet',
    discard: 'Throw the draft away',
    discarding: 'Throwing it away…',
    discardText: 'The draft is deleted; what was published stays as it is.',
    publish: 'Publish',
    publishing: 'Publishing…',
    publishText: (version, title, needs) =>
      `“${title}”, version ${version}, is in force at once and cannot be taken back.${needs ? ' People who are signed in will be asked to sign it.' : ''}`,
    missing: 'Titles and texts in both languages are needed before it can be published.',
    conflict: 'Somebody changed this document a moment ago.',
    reload: 'Load the latest (my changes are lost)',
    onlyAdmins: 'Only admins save and publish.',
    noDraftYet: 'This is a copy of the published version; saving makes it a draft.',
  },
};
