/** dysmsapi 2017-05-25, SendSms. */
import { randomInt } from 'node:crypto';
import type { Simulation } from '../simulation.ts';
import { fill } from '../templates.ts';
import { AliyunRefusal } from './errors.ts';
import { mainlandNumber, needed, takePermit, templateParams } from './fields.ts';

/** Maximum numbers in a request. */
const NUMBERS = 1000;

/** @returns the fields of the answer beside Code, Message and RequestId. @throws AliyunRefusal */
export const sendSms = ({ config, flow, outbox, now }: Simulation, params: URLSearchParams): object => {
  const numbers = needed(params, 'PhoneNumbers').split(',');
  const sign = needed(params, 'SignName');
  const template = needed(params, 'TemplateCode');
  if (numbers.length > NUMBERS) throw new AliyunRefusal('isv.MOBILE_COUNT_OVER_LIMIT');
  const to = numbers.map(mainlandNumber);
  if (!config.signNames.includes(sign)) throw new AliyunRefusal('isv.SMS_SIGNATURE_ILLEGAL');
  const text = Object.hasOwn(config.templates.aliyunSms, template)
    ? config.templates.aliyunSms[template]
    : undefined;
  if (text === undefined) throw new AliyunRefusal('isv.SMS_TEMPLATE_ILLEGAL');
  const values = templateParams(text, params.get('TemplateParam'));
  const time = now();
  for (const number of to) takePermit(flow.aliyunSms, `${sign} ${number}`, time);
  for (const number of to) {
    outbox.add({
      vendor: 'aliyun-sms',
      channel: 'sms',
      to: number,
      template,
      params: values,
      text: `【${sign}】${fill(text, values)}`,
      at: new Date(time).toISOString(),
    });
  }
  return { BizId: `${randomInt(10 ** 14, 10 ** 14 * 2)}^0` };
};
