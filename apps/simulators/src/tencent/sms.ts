/** sms 2021-01-11, SendSms: each number has a row of its own in the answer. */
import { randomInt } from 'node:crypto';
import { errorOf } from '../conditions.ts';
import type { Window } from '../flow-control.ts';
import type { Simulation } from '../simulation.ts';
import { fill, numberedVariables } from '../templates.ts';
import { TencentRefusal, tencentSmsErrors } from './errors.ts';
import {
  type Body,
  mainlandNumber,
  numbered,
  onlyFields,
  optionalText,
  optionalTexts,
  text,
} from './fields.ts';

type SmsErrorCode = keyof typeof tencentSmsErrors;

const fields = [
  'PhoneNumberSet',
  'SmsSdkAppId',
  'TemplateId',
  'SignName',
  'TemplateParamSet',
  'ExtendCode',
  'SessionContext',
  'SenderId',
];

/** Maximum numbers in a request. */
const NUMBERS = 200;

const limits: Readonly<Record<Window['name'], SmsErrorCode>> = {
  'thirty seconds': 'LimitExceeded.PhoneNumberThirtySecondLimit',
  minute: 'LimitExceeded.PhoneNumberThirtySecondLimit',
  hour: 'LimitExceeded.PhoneNumberOneHourLimit',
  day: 'LimitExceeded.PhoneNumberDailyLimit',
};

interface Sms {
  readonly sign: string;
  readonly template: string;
  readonly values: readonly string[];
}

/** Sends to one number. @returns the error, or undefined */
const sendTo = (
  simulation: Simulation,
  given: string,
  { sign, template, values }: Sms,
): SmsErrorCode | undefined => {
  const { config, conditions, flow, outbox, now } = simulation;
  const error = errorOf('tencent-sms', conditions.of('tencent-sms')) as SmsErrorCode | undefined;
  if (error) return error;
  const to = mainlandNumber(given);
  if (!to) return 'InvalidParameterValue.IncorrectPhoneNumber';
  if (!config.signNames.includes(sign)) return 'FailedOperation.SignatureIncorrectOrUnapproved';
  const { tencentSms } = config.templates;
  const words = Object.hasOwn(tencentSms, template) ? tencentSms[template] : undefined;
  if (words === undefined) return 'FailedOperation.TemplateIncorrectOrUnapproved';
  if (values.length !== numberedVariables(words) || values.includes('')) {
    return 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate';
  }
  const time = now();
  const full = flow.tencentSms.take(`${sign} ${to}`, time);
  if (full) return limits[full.name];
  const params = numbered(values);
  const content = `【${sign}】${fill(words, params)}`;
  outbox.add({
    vendor: 'tencent-sms',
    channel: 'sms',
    to,
    template,
    params,
    text: content,
    at: new Date(time).toISOString(),
  });
  return undefined;
};

/** @returns the answer's fields. @throws TencentRefusal if the whole request is refused */
export const sendSms = (simulation: Simulation, body: Body): object => {
  const error = errorOf('tencent-sms', simulation.conditions.of('tencent-sms')) as SmsErrorCode | undefined;
  if (error && tencentSmsErrors[error].where === 'api')
    throw new TencentRefusal(error, tencentSmsErrors[error].message);
  onlyFields(body, fields);
  const numbers = optionalTexts(body, 'PhoneNumberSet') ?? [];
  if (numbers.length === 0) throw new TencentRefusal('MissingParameter.EmptyPhoneNumberSet');
  if (numbers.length > NUMBERS) throw new TencentRefusal('LimitExceeded.PhoneNumberCountLimit');
  if (!simulation.config.smsSdkAppIds.includes(text(body, 'SmsSdkAppId'))) {
    throw new TencentRefusal('UnauthorizedOperation.SmsSdkAppIdVerifyFail');
  }
  const sms: Sms = {
    template: text(body, 'TemplateId'),
    // Required for mainland numbers.
    sign: optionalText(body, 'SignName') ?? '',
    values: optionalTexts(body, 'TemplateParamSet') ?? [],
  };
  const SessionContext = optionalText(body, 'SessionContext') ?? '';
  const SendStatusSet = numbers.map(given => {
    const refused = sendTo(simulation, given, sms);
    return {
      SerialNo: refused ? '' : `2026:${randomInt(10 ** 12, 10 ** 13)}`,
      PhoneNumber: mainlandNumber(given) ?? given,
      Fee: refused ? 0 : 1,
      SessionContext,
      Code: refused ?? 'Ok',
      Message: refused ? tencentSmsErrors[refused].message : 'send success',
      IsoCode: mainlandNumber(given) ? 'CN' : '',
    };
  });
  return { SendStatusSet };
};
