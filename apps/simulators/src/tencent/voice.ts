/** vms 2020-09-02, SendTtsVoice. */
import { randomUUID } from 'node:crypto';
import { errorOf } from '../conditions.ts';
import type { Simulation } from '../simulation.ts';
import { fill, numberedVariables } from '../templates.ts';
import { type TencentErrorCode, TencentRefusal } from './errors.ts';
import {
  type Body,
  mainlandNumber,
  numbered,
  onlyFields,
  optionalText,
  optionalTexts,
  text,
} from './fields.ts';

const fields = [
  'TemplateId',
  'CalledNumber',
  'VoiceSdkAppid',
  'TemplateParamSet',
  'PlayTimes',
  'SessionContext',
];

/** Maximum characters of a variable. */
const VARIABLE_LENGTH = 32;

/** @returns the answer's fields. @throws TencentRefusal */
export const sendTtsVoice = ({ config, conditions, flow, outbox, now }: Simulation, body: Body): object => {
  const error = errorOf('tencent-voice', conditions.of('tencent-voice'));
  if (error !== undefined) throw new TencentRefusal(error as TencentErrorCode);
  onlyFields(body, fields);
  const template = text(body, 'TemplateId');
  const to = mainlandNumber(text(body, 'CalledNumber'));
  if (!config.voiceSdkAppIds.includes(text(body, 'VoiceSdkAppid'))) {
    throw new TencentRefusal('UnauthorizedOperation.VoiceSdkAppidVerifyFail');
  }
  const { PlayTimes = 2 } = body;
  if (!Number.isInteger(PlayTimes) || Number(PlayTimes) < 1 || Number(PlayTimes) > 3) {
    throw new TencentRefusal('InvalidParameterValue', 'PlayTimes: 1 to 3.');
  }
  if (!to) throw new TencentRefusal('InvalidParameterValue.CalledNumberVerifyFail');
  const { tencentVoice } = config.templates;
  const words = Object.hasOwn(tencentVoice, template) ? tencentVoice[template] : undefined;
  const values = optionalTexts(body, 'TemplateParamSet') ?? [];
  if (words === undefined || values.length !== numberedVariables(words) || values.includes('')) {
    throw new TencentRefusal('FailedOperation.TemplateIncorrectOrUnapproved');
  }
  if (values.some(value => value.length > VARIABLE_LENGTH)) {
    throw new TencentRefusal('InvalidParameterValue.ContentLengthLimit');
  }
  const time = now();
  if (flow.tencentVoice.take(to, time)) throw new TencentRefusal('LimitExceeded.DeliveryFrequencyLimit');
  const params = numbered(values);
  const at = new Date(time).toISOString();
  outbox.add({
    vendor: 'tencent-voice',
    channel: 'voice',
    to,
    template,
    params,
    text: fill(words, params),
    at,
  });
  return { SendStatus: { CallId: randomUUID(), SessionContext: optionalText(body, 'SessionContext') ?? '' } };
};
