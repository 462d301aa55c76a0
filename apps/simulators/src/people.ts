/** The people that a tester can sign in as. Their ids are derived, so that they are the same after every restart. */
import { createHash } from 'node:crypto';

export interface Person {
  readonly id: string;
  readonly name: string;
  /** WeChat's values: 1 male, 2 female, 0 unknown. */
  readonly sex: 0 | 1 | 2;
  readonly province: string;
  readonly city: string;
}

export const people: readonly Person[] = [
  { id: 'li-lei', name: '李雷', sex: 1, province: '北京', city: '海淀' },
  { id: 'han-meimei', name: '韩梅梅', sex: 2, province: '浙江', city: '杭州' },
  { id: 'lucy', name: 'Lucy King', sex: 2, province: '', city: '' },
  // Names with markup, quotes and an emoji outside the basic plane.
  { id: 'xiao-lin', name: '<b>小林</b> & "猫" 🐱', sex: 0, province: '广东', city: '深圳' },
];

/** Whom WeChat's answers are about where the page is open as a snapshot. */
export const snapshotPerson: Person = { id: 'snapshot', name: '微信用户', sex: 0, province: '', city: '' };

/** Finds a person by id. */
export const findPerson = (id: string | null): Person | undefined => people.find(person => person.id === id);

/** An app of WeChat or QQ. Apps of one group belong to one developer account and get the same union ids. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** Absent: the app has no developer account, and its answers have no union id. */
  readonly group?: string;
}

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest();

/** 28 characters that begin with an o, one for each app and person. */
export const wechatOpenId = (client: Client, person: Person): string =>
  `o${digest('wechat', client.id, person.id).toString('base64url').slice(0, 27)}`;

/** 28 characters that begin with an o, one for each developer account and person; undefined without an account. */
export const wechatUnionId = (client: Client, person: Person): string | undefined =>
  client.group === undefined
    ? undefined
    : `o${digest('wechat-union', client.group, person.id).toString('base64url').slice(0, 27)}`;

/** 32 upper-case hexadecimal digits, one for each app and person. */
export const qqOpenId = (client: Client, person: Person): string =>
  digest('qq', client.id, person.id).toString('hex').slice(0, 32).toUpperCase();

/** `UID_` and 32 upper-case hexadecimal digits; undefined without a developer account. */
export const qqUnionId = (client: Client, person: Person): string | undefined =>
  client.group === undefined
    ? undefined
    : `UID_${digest('qq-union', client.group, person.id).toString('hex').slice(0, 32).toUpperCase()}`;
