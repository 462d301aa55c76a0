/** captcha 2019-07-22, DescribeCaptchaResult. */
import { judgeTicket } from '../captcha/tencent.ts';
import { errorOf } from '../conditions.ts';
import type { Simulation } from '../simulation.ts';
import { type TencentErrorCode, TencentRefusal, tencentCaptchaErrors } from './errors.ts';
import { type Body, onlyFields, text } from './fields.ts';

const fields = [
  'CaptchaType',
  'Ticket',
  'UserIp',
  'Randstr',
  'CaptchaAppId',
  'AppSecretKey',
  'BusinessId',
  'SceneId',
  'MacAddress',
  'Imei',
  'NeedGetCaptchaTime',
];

const unsigned = (body: Body, name: string): number => {
  const value = body[name];
  if (value === undefined)
    throw new TencentRefusal('MissingParameter', `The request is missing a required parameter \`${name}\`.`);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new TencentRefusal('InvalidParameter', `The value type of parameter \`${name}\` is not valid.`);
  return value;
};

const isApiError = (code: string): boolean => !/^\d+$/.test(code);

/** @returns the answer's fields; an invalid ticket has a CaptchaCode other than 1. @throws TencentRefusal */
export const describeCaptchaResult = (simulation: Simulation, body: Body): object => {
  const error = errorOf('captcha-tencent-verify', simulation.conditions.of('captcha-tencent-verify'));
  if (error !== undefined && isApiError(error)) throw new TencentRefusal(error as TencentErrorCode);
  onlyFields(body, fields);
  // 9: the slide puzzle, the only type.
  if (unsigned(body, 'CaptchaType') !== 9)
    throw new TencentRefusal('InvalidParameterValue', 'CaptchaType: 9.');
  text(body, 'UserIp');
  const claim = {
    appId: String(unsigned(body, 'CaptchaAppId')),
    secret: text(body, 'AppSecretKey'),
    ticket: text(body, 'Ticket'),
    randstr: text(body, 'Randstr'),
  };
  const code = (error ?? judgeTicket(simulation, claim)) as keyof typeof tencentCaptchaErrors | '1';
  return {
    CaptchaCode: Number(code),
    CaptchaMsg: code === '1' ? 'OK' : tencentCaptchaErrors[code].message,
    EvilLevel: 0,
    GetCaptchaTime: 0,
    EvilBitmap: 0,
    SubmitCaptchaTime: 0,
  };
};
