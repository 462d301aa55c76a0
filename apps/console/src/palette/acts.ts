/** What the command palette does beside going somewhere: acts on a person, who is named after the act, and acts by themselves. */
import type { Role } from '../client/calls.ts';
import type { Translations } from '../translations.ts';

/** Acts on a person, which the person's page asks about in a dialog. */
export const personActs = ['block', 'unblock', 'end-all', 'link', 'clear'] as const;
export type PersonAct = (typeof personActs)[number];

export interface Act {
  readonly key: PersonAct | 'diagnose' | 'create' | 'alert' | 'theme';
  /** Whom or what it needs after its name: a person that is chosen, or what somebody signs in with. */
  readonly needs?: 'person' | 'identity';
  /** The least role that may. */
  readonly role: Role;
  /** Its names; the first is shown, each is understood. */
  readonly names: Translations<readonly [string, ...string[]]>;
}

export const acts: readonly Act[] = [
  {
    key: 'diagnose',
    needs: 'identity',
    role: 'support',
    names: { 'zh-CN': ['登录诊断', '诊断'], en: ['Why can’t they sign in', 'diagnose'] },
  },
  { key: 'block', needs: 'person', role: 'support', names: { 'zh-CN': ['封禁'], en: ['Block'] } },
  { key: 'unblock', needs: 'person', role: 'support', names: { 'zh-CN': ['解封'], en: ['Unblock'] } },
  {
    key: 'end-all',
    needs: 'person',
    role: 'support',
    names: { 'zh-CN': ['结束全部登录', '下线'], en: ['End all sessions', 'sign out'] },
  },
  {
    key: 'link',
    needs: 'person',
    role: 'support',
    names: { 'zh-CN': ['发送密码重设链接', '重设密码'], en: ['Send a reset link', 'reset password'] },
  },
  {
    key: 'clear',
    needs: 'person',
    role: 'support',
    names: { 'zh-CN': ['解除等待', '解锁'], en: ['End the waits', 'unlock'] },
  },
  {
    key: 'create',
    role: 'support',
    names: { 'zh-CN': ['创建人员', '新建账号'], en: ['Create a person', 'new account'] },
  },
  {
    key: 'alert',
    role: 'admin',
    names: { 'zh-CN': ['新建警报', '添加规则', '新建提醒'], en: ['New alert', 'add a rule'] },
  },
  {
    key: 'theme',
    role: 'viewer',
    names: { 'zh-CN': ['切换深色与浅色'], en: ['Switch between light and dark'] },
  },
];

/** A text as it is compared: without its width, its case and the spaces around it. */
export const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

const namesOf = ({ names }: Act): readonly string[] => [...names['zh-CN'], ...names.en].map(folded);

/**
 * An act that a text begins with, and what is named after it.
 * @example readAct('封禁 张三', acts) // the act `block`, and 张三
 */
export const readAct = (
  text: string,
  among: readonly Act[],
): { readonly act: Act; readonly of: string } | undefined => {
  const typed = text.normalize('NFKC').trim();
  const found = among.flatMap(act =>
    act.needs
      ? namesOf(act)
          .filter(name => typed.toLowerCase().startsWith(name))
          .map(name => ({ act, name, of: typed.slice(name.length) }))
          // letters go on, as of a name that begins with the word; after Chinese no space is needed
          .filter(({ name, of }) => of === '' || /^[\s:：]/.test(of) || /\p{Script=Han}$/u.test(name))
      : [],
  );
  const [longest] = found.sort((one, other) => other.name.length - one.name.length);
  return longest && { act: longest.act, of: longest.of.replace(/^[\s:：]+/, '') };
};

/** The acts whose names have a text in them. */
export const findActs = (text: string, among: readonly Act[]): readonly Act[] => {
  const typed = folded(text);
  return typed === '' ? among : among.filter(act => namesOf(act).some(name => name.includes(typed)));
};
