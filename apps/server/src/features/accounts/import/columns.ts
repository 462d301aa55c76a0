/** What the columns of a file are: found by Chinese and English headings, and corrected by hand. */
import type { CustomField } from '@rollcall/contract';
import type { ImportField } from '@rollcall/contract/console';
import type { ImportColumn } from '../../../platform/database/tables/imports.ts';

/** Headings as they are compared: without case, white space, punctuation and what stands in brackets. */
const HEADINGS: Readonly<Record<ImportField, readonly string[]>> = {
  fullname: [
    '姓名',
    '真实姓名',
    '学生姓名',
    '学员姓名',
    '名字',
    'name',
    'fullname',
    'realname',
    'studentname',
  ],
  phone_number: [
    '手机',
    '手机号',
    '手机号码',
    '电话',
    '电话号码',
    '联系电话',
    '本人手机',
    '本人手机号',
    '学生手机',
    '学生手机号',
    'phone',
    'phonenumber',
    'mobile',
    'mobilenumber',
    'mobilephone',
    'cell',
    'tel',
    'telephone',
    'number',
  ],
  email: ['邮箱', '电子邮箱', '邮箱地址', '电子邮件', '邮件', 'email', 'emailaddress', 'mail'],
  username: [
    '用户名',
    '账号',
    '帐号',
    '登录名',
    '登录账号',
    'username',
    'login',
    'loginname',
    'account',
    'userid',
  ],
  grade: ['年级', '所在年级', 'grade', 'year', 'gradelevel'],
  group: [
    '班级',
    '班',
    '所在班级',
    '行政班',
    '组',
    '分组',
    '小组',
    'class',
    'classname',
    'group',
    'form',
    'homeroom',
  ],
  birth_year: [
    '出生年',
    '出生年份',
    '出生日期',
    '生日',
    '出生年月',
    'birthyear',
    'yearofbirth',
    'born',
    'birthday',
    'birthdate',
    'dateofbirth',
    'dob',
  ],
  guardian: [
    '监护人',
    '监护人手机',
    '监护人手机号',
    '监护人电话',
    '监护人号码',
    '家长手机',
    '家长手机号',
    '家长电话',
    '父母电话',
    '家长联系电话',
    'guardian',
    'guardianphone',
    'guardiannumber',
    'guardiansnumber',
    'parentphone',
    'parentnumber',
    'parentmobile',
  ],
  made_at: [
    '注册时间',
    '创建时间',
    '注册日期',
    '创建日期',
    '开户时间',
    'created',
    'createdat',
    'registered',
    'registeredat',
    'signedup',
    'datejoined',
    'creationdate',
  ],
  password_hash: [
    '密码',
    '密码哈希',
    '密码散列',
    '加密密码',
    'password',
    'passwordhash',
    'hash',
    'encryptedpassword',
    'passworddigest',
  ],
};

const fold = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[(（【[][^)）】\]]*[)）】\]]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const byHeading = new Map(
  (Object.entries(HEADINGS) as [ImportField, readonly string[]][]).flatMap(([field, headings]) =>
    headings.map(heading => [heading, field] as const),
  ),
);

/** Rows among which the headings are looked for: above them a title may stand. */
export const HEADING_ROWS = 10;

/** What a column is that is a custom field. */
export const customColumn = (key: string): string => `custom:${key}`;

/**
 * Takes each heading for a field, the first of two for it.
 * @param custom the school's own fields, known by their names and keys
 */
export const columnsOf = (
  headings: readonly string[],
  custom: readonly Pick<CustomField, 'key' | 'name'>[] = [],
): ImportColumn[] => {
  const own = new Map(
    custom.flatMap(({ key, name }) =>
      [name['zh-CN'], name.en, key].map(heading => [fold(heading), customColumn(key)] as const),
    ),
  );
  const used = new Set<string>();
  return headings.map(heading => {
    const field = own.get(fold(heading)) ?? byHeading.get(fold(heading));
    if (field === undefined || used.has(field)) return { heading, field: null };
    used.add(field);
    return { heading, field };
  });
};

/** The row of the headings: the one of the first rows with the most that are known, the earliest of several. */
export const headingRow = (
  rows: readonly (readonly string[])[],
  custom: readonly Pick<CustomField, 'key' | 'name'>[] = [],
): number => {
  const known = rows.map(row => columnsOf(row, custom).filter(({ field }) => field !== null).length);
  const most = Math.max(0, ...known);
  return known.indexOf(most);
};
