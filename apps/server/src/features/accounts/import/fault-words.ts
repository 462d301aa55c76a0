/** What is said of a fault. */
import type { Language } from '../../../http/language.ts';
import type { ImportFault } from '../../../platform/database/tables/imports.ts';

type Words = Readonly<Record<Language, (row: number) => string>>;
const plain = (chinese: string, english: string): Words => ({ 'zh-CN': () => chinese, en: () => english });

const words: Readonly<Record<string, Words>> = {
  fullname: plain(
    '姓名应为 2–20 个汉字，或 4–30 个拉丁字母',
    'A name has 2 to 20 Chinese characters, or 4 to 30 Latin letters',
  ),
  phone_number: plain('不是 11 位内地手机号', 'It is no mainland mobile number of 11 digits'),
  email: plain('不是邮箱地址', 'It is no e-mail address'),
  username: plain(
    '用户名应以字母开头，6–30 位字母、数字或下划线',
    'A username begins with a letter and has 6 to 30 letters, digits or underscores',
  ),
  grade: plain('没有这个年级', 'There is no such grade'),
  birth_year: plain('看不出出生年份', 'It says no year of birth'),
  'birth_year-outside': plain('出生年份应在 1900 年至今年之间', 'The year is before 1900 or in the future'),
  'guardian-own': plain('与本人手机号相同', 'It is the person’s own number'),
  made_at: plain('看不出日期，请写成 2024-09-01', 'It says no date; write it as 2024-09-01'),
  'made_at-outside': plain('时间早于 1990 年或晚于现在', 'It is before 1990 or in the future'),
  password_hash: plain('不支持这种密码哈希', 'A password hash of this form is not supported'),
  'password_hash-too-costly': plain(
    '密码哈希的参数超出上限',
    'The parameters of the password hash are beyond the limits',
  ),
  nobody: plain('没有姓名、手机号、邮箱或用户名', 'It has no name, number, e-mail address or username'),
  'same-phone': {
    'zh-CN': row => `手机号与第 ${row} 行重复`,
    en: row => `The number is that of row ${row} already`,
  },
  'same-email': {
    'zh-CN': row => `邮箱与第 ${row} 行重复`,
    en: row => `The address is that of row ${row} already`,
  },
  'same-username': {
    'zh-CN': row => `用户名与第 ${row} 行重复`,
    en: row => `The username is that of row ${row} already`,
  },
  'two-accounts': plain(
    '手机号、邮箱、用户名属于不同的已有账号',
    'Its number, address and username are of different accounts',
  ),
  'one-account': {
    'zh-CN': row => `与第 ${row} 行是同一个已有账号`,
    en: row => `It is the account of row ${row} already`,
  },
  'custom-type': plain('不是这一项要求的内容', 'It is not what this field takes'),
  'custom-required': plain('这一项必填', 'This field is required'),
  'custom-length': plain('长度不符合要求', 'It is too short or too long'),
  'custom-range': plain('超出允许的范围', 'It is outside the range'),
  'custom-format': plain('格式不符合要求', 'It has not the form that this field takes'),
  'custom-option': plain('不在选项中', 'It is none of the options'),
  taken: plain('导入时已被其他账号使用', 'Another account took its number, address or username meanwhile'),
};

export const faultWords = ({ why, row = 0 }: ImportFault, language: Language): string =>
  words[why]?.[language](row) ?? why;
