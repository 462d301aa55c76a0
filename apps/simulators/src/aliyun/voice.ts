/** dyvmsapi 2017-05-25, SingleCallByTts. */
import { randomInt } from 'node:crypto';
import type { Simulation } from '../simulation.ts';
import { fill } from '../templates.ts';
import { AliyunRefusal } from './errors.ts';
import { mainlandNumber, needed, takePermit, templateParams } from './fields.ts';

/** @returns the fields of the answer beside Code, Message and RequestId. @throws AliyunRefusal */
export const singleCallByTts = (
  { config, flow, outbox, now }: Simulation,
  params: URLSearchParams,
): object => {
  const number = mainlandNumber(needed(params, 'CalledNumber'));
  const template = needed(params, 'TtsCode');
  const shown = params.get('CalledShowNumber');
  if (shown && !/^\d{5,15}$/.test(shown)) throw new AliyunRefusal('isv.DISPLAY_NUMBER_ILLEGAL');
  if (!/^[1-3]$/.test(params.get('PlayTimes') ?? '3')) {
    throw new AliyunRefusal('isv.INVALID_PARAMETERS', 'PlayTimes: 1 to 3');
  }
  const { aliyunVoice } = config.templates;
  const text = Object.hasOwn(aliyunVoice, template) ? aliyunVoice[template] : undefined;
  if (text === undefined) throw new AliyunRefusal('isv.TTS_TEMPLATE_ILLEGAL');
  const values = templateParams(text, params.get('TtsParam'));
  const time = now();
  takePermit(flow.aliyunVoice, number, time);
  outbox.add({
    vendor: 'aliyun-voice',
    channel: 'voice',
    to: number,
    template,
    params: values,
    text: fill(text, values),
    at: new Date(time).toISOString(),
  });
  return { CallId: `${randomInt(10 ** 11, 10 ** 11 * 2)}^${randomInt(10 ** 11, 10 ** 11 * 2)}` };
};
