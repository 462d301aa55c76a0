/** Fields that text messages and voice calls share: numbers, template variables, limits per number. */
import type { FlowControl, Window } from '../flow-control.ts';
import { namedVariables } from '../templates.ts';
import { AliyunRefusal } from './errors.ts';

/** A required field. @throws AliyunRefusal Missing… */
export const needed = (params: URLSearchParams, name: string): string => {
  const value = params.get(name);
  if (!value) throw AliyunRefusal.missing(name);
  return value;
};

/** A mainland number, with or without its country code. @throws AliyunRefusal isv.MOBILE_NUMBER_ILLEGAL */
export const mainlandNumber = (value: string): string => {
  const digits = /^(?:\+86|0086|86)?(1[3-9]\d{9})$/.exec(value)?.[1];
  if (!digits) throw new AliyunRefusal('isv.MOBILE_NUMBER_ILLEGAL', `${value}invalid mobile number`);
  return digits;
};

/** Maximum characters of a variable. */
const VARIABLE_LENGTH = 35;

/**
 * Parses the JSON of a template's variables.
 *
 * @throws AliyunRefusal if it is no JSON object of strings, lacks a variable, or has one that is too long
 */
export const templateParams = (template: string, json: string | null): Record<string, string> => {
  const names = namedVariables(template);
  let values: unknown = {};
  try {
    if (json) values = JSON.parse(json);
  } catch {
    throw new AliyunRefusal('isv.INVALID_JSON_PARAM');
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new AliyunRefusal('isv.INVALID_JSON_PARAM');
  }
  const params: Record<string, string> = {};
  for (const name of names) {
    const value: unknown = Object.hasOwn(values, name)
      ? (values as Record<string, unknown>)[name]
      : undefined;
    if (value === undefined || value === '') {
      throw new AliyunRefusal('isv.TEMPLATE_MISSING_PARAMETERS', `模板变量缺少对应参数值:${name}`);
    }
    if (typeof value !== 'string') throw new AliyunRefusal('isv.INVALID_JSON_PARAM');
    if (value.length > VARIABLE_LENGTH) throw new AliyunRefusal('isv.PARAM_LENGTH_LIMIT');
    params[name] = value;
  }
  return params;
};

const words: Readonly<Record<Window['name'], string>> = {
  'thirty seconds': '分钟级',
  minute: '分钟级',
  hour: '小时级',
  day: '天级',
};

/** @throws AliyunRefusal isv.BUSINESS_LIMIT_CONTROL with the limit that was reached. */
export const takePermit = (flow: FlowControl, key: string, now: number): void => {
  const full = flow.take(key, now);
  if (full) {
    throw new AliyunRefusal(
      'isv.BUSINESS_LIMIT_CONTROL',
      `触发${words[full.name]}流控Permits:${full.permits}`,
    );
  }
};
