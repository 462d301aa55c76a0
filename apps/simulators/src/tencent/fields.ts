/** Reads a request's body as strictly as the API: unknown fields and wrong types are refused by name. */
import { TencentRefusal } from './errors.ts';

export type Body = Readonly<Record<string, unknown>>;

export const onlyFields = (body: Body, known: readonly string[]): void => {
  const unknown = Object.keys(body).find(name => !known.includes(name));
  if (unknown !== undefined) {
    throw new TencentRefusal('UnknownParameter', `The parameter \`${unknown}\` is not recognized.`);
  }
};

/** A string; undefined if absent. */
export const optionalText = (body: Body, name: string): string | undefined => {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string')
    throw new TencentRefusal('InvalidParameter', `The value type of parameter \`${name}\` is not valid.`);
  return value;
};

/** A required string. */
export const text = (body: Body, name: string): string => {
  const value = optionalText(body, name);
  if (!value)
    throw new TencentRefusal('MissingParameter', `The request is missing a required parameter \`${name}\`.`);
  return value;
};

/** A list of strings; undefined if absent. */
export const optionalTexts = (body: Body, name: string): readonly string[] | undefined => {
  const value = body[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every(item => typeof item === 'string')) {
    throw new TencentRefusal('InvalidParameter', `The value type of parameter \`${name}\` is not valid.`);
  }
  return value;
};

/** A mainland number in E.164; undefined if it is none. The API allows to omit `+86`. */
export const mainlandNumber = (value: string): string | undefined => {
  const digits = /^(?:\+86|0086|86)?(1[3-9]\d{9})$/.exec(value)?.[1];
  return digits && `+86${digits}`;
};

/** ["123456", "10"] → {1: "123456", 2: "10"} */
export const numbered = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value, index) => [String(index + 1), value]));
