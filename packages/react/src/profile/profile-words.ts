/** Words of the profile form. In a file of its own, so that only the account page loads them. */
import type { Language } from '@rollcall/ui';

const en = {
  title: 'Profile',
  lead: 'Only the nickname is required.',
  nickname: 'Nickname',
  nicknameRule: '1–20 characters, no spaces or symbols',
  /** @param character the first one that may not stand in a nickname */
  nicknameMistake: (character: string) =>
    character.trim() === '' ? 'Remove the space.' : `“${character}” can’t be used.`,
  fullname: 'Full name',
  fullnameRule: '2–20 Chinese characters or 4–30 letters',
  birthday: 'Birthday',
  sex: 'Gender',
  female: 'Female',
  male: 'Male',
  unsaid: 'Not given',
  qq: 'QQ number',
  qqRule: '5–20 digits',
  grade: 'Grade',
  description: 'About you',
  descriptionLeft: (left: number) =>
    left >= 0 ? `${left} character${left === 1 ? '' : 's'} left` : `${-left} too many`,
  save: 'Save',
  saving: 'Saving…',
  saved: (time: string) => `Saved (${time})`,
  unchanged: 'There are no changes to save.',
  loadFailed: 'Your profile did not load.',
};

export type ProfileWords = typeof en;

export const profileWords: Readonly<Record<Language, ProfileWords>> = {
  en,
  'zh-CN': {
    title: '个人资料',
    lead: '除昵称外均可留空。',
    nickname: '昵称',
    nicknameRule: '1–20 个字，不含空格和特殊符号',
    nicknameMistake: character => (character.trim() === '' ? '请去掉空格。' : `不能使用“${character}”。`),
    fullname: '姓名',
    fullnameRule: '2–20 个汉字，或 4–30 个字母',
    birthday: '生日',
    sex: '性别',
    female: '女',
    male: '男',
    unsaid: '不填写',
    qq: 'QQ 号',
    qqRule: '5–20 位数字',
    grade: '年级',
    description: '简介',
    descriptionLeft: left => (left >= 0 ? `还可以写 ${left} 个字` : `超出 ${-left} 个字`),
    save: '保存',
    saving: '正在保存…',
    saved: time => `已保存（${time}）`,
    unchanged: '没有改动，无需保存。',
    loadFailed: '资料加载失败。',
  },
};
