/** The description of a setting. From it come what reads it, the console's page of settings, and docs/configuration.md. */
import type { Words } from './words.ts';

/** What a value looks like. `file`: a path in the environment, its content where it is kept in the console. */
type SettingForm =
  | { readonly kind: 'integer'; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'list' | 'text' | 'colour' | 'file' | 'secret' };

/** The value where none is set: a constant, another one in production, or what it is in words; undefined: it has none. */
type Usual<T extends string | number = string | number> =
  | T
  | { readonly prod: T; readonly otherwise: T }
  | Words<string>
  | undefined;

/** Without its name, as the tables write it. */
interface SettingRow<F extends SettingForm = SettingForm, U extends Usual = Usual> {
  readonly form: F;
  readonly usual: U;
  /** What it does, in Markdown; the first link leads to its guide. */
  readonly what: Words<string>;
  /** Whether operators can change it in the console while the server runs. @default false */
  readonly inConsole?: true;
  /** What is set in the console, where that is another thing than what the variable has. @default as `what` */
  readonly here?: Words<string>;
}

export type Setting<R extends SettingRow = SettingRow> = R & {
  /** The environment variable. */
  readonly name: string;
};

interface IntegerForm {
  readonly kind: 'integer';
  readonly least: number;
  readonly most: number;
}
export type IntegerSetting = Setting<SettingRow<IntegerForm, Usual<number>>>;
interface ChoiceForm<T extends string> {
  readonly kind: 'choice';
  readonly options: readonly T[];
}
export type ChoiceSetting<T extends string = string> = Setting<SettingRow<ChoiceForm<T>>>;

export const integer = (
  least: number,
  most: number,
  usual: Usual<number>,
  what: Words<string>,
): SettingRow<IntegerForm, Usual<number>> => ({ form: { kind: 'integer', least, most }, usual, what });

export const choice = <const T extends string>(
  options: readonly T[],
  usual: Usual<NoInfer<T>>,
  what: Words<string>,
): SettingRow<ChoiceForm<T>> => ({ form: { kind: 'choice', options }, usual, what });

type Plain = Exclude<SettingForm, { readonly kind: 'integer' | 'choice' }>;
const plain =
  (kind: Plain['kind']) =>
  (usual: Usual<string>, what: Words<string>): SettingRow<Plain> => ({ form: { kind }, usual, what });

export const text = plain('text');
/** Values with commas between. */
export const list = plain('list');
export const colour = plain('colour');
export const file = plain('file');
/** Never shown, neither its value nor its length. */
export const secret = plain('secret');

/** @param here what is set there, where that is another thing than what the variable has */
export const inConsole = <R extends SettingRow>(
  row: R,
  here?: Words<string>,
): R & { readonly inConsole: true } => ({
  ...row,
  inConsole: true,
  ...(here && { here }),
});

export const none: Words<string> = { en: 'none', 'zh-CN': '无' };
export const ofVendor: Words<string> = { en: "the vendor's", 'zh-CN': '厂商的地址' };
export const ofSystem: Words<string> = { en: "the system's", 'zh-CN': '系统自带' };

/** Names each row by its variable. */
export const settings = <T extends Readonly<Record<string, SettingRow>>>(
  rows: T,
): { readonly [N in keyof T]: Setting<T[N]> } =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, name }])) as {
    readonly [N in keyof T]: Setting<T[N]>;
  };

/** The value of a setting that is not set; undefined where it is said in words, or there is none. */
export const usualOf = <T extends string | number>(usual: Usual<T>, production: boolean): T | undefined => {
  if (typeof usual !== 'object') return usual;
  return 'prod' in usual ? (production ? usual.prod : usual.otherwise) : undefined;
};
