/** Group bots of DingTalk, Feishu and WeCom, each below its own prefix. Every bot of DingTalk and Feishu demands a signature. */
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorOf } from './conditions.ts';
import { botErrors, type BotVendor } from './group-bot-errors.ts';
import type { Simulation } from './simulation.ts';
import { objectOf, outage, queryOf } from './wire.ts';

/** Milliseconds that a signature's time may be off. */
const SIGNATURE_AGE = 60 * 60 * 1000;
const MAX_WECOM_BYTES = 4_096;

type Fields = Readonly<Record<string, unknown>>;
const objectIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64');

/** What a request brings to a bot: its token, and the text that it would show; undefined if the form is not the vendor's. */
interface Taken {
  readonly token: string;
  readonly text: string | undefined;
  /** The documented error of a wrong signature, if it is wrong. */
  readonly wrong?: string;
}

export const groupBot =
  (vendor: BotVendor, simulation: Simulation) =>
  async (app: FastifyInstance): Promise<void> => {
    const { conditions, config, outbox, flow, now, signatureNow } = simulation;
    const secretOf = (token: string) => config.bots.find(({ id }) => id === token)?.secret ?? '';
    const fresh = (time: number) => Math.abs(signatureNow() - time) <= SIGNATURE_AGE;
    const textOf = (value: unknown): string | undefined =>
      typeof value === 'string' && value !== '' ? value : undefined;

    const readers: Readonly<Record<BotVendor, (request: FastifyRequest, body: Fields) => Taken>> = {
      dingtalk: (request, body) => {
        const query = queryOf(request);
        const token = query.get('access_token') ?? '';
        const timestamp = query.get('timestamp') ?? '';
        const secret = secretOf(token);
        const signed =
          query.get('sign') === hmac(secret, `${timestamp}\n${secret}`) && fresh(Number(timestamp));
        const { title, text } = objectIn(body['markdown']);
        const shown = body['msgtype'] === 'markdown' && textOf(title) ? textOf(text) : undefined;
        return { token, text: shown, ...(signed ? {} : { wrong: '310000' }) };
      },
      feishu: (request, body) => {
        const token = (request.params as { token?: string }).token ?? '';
        const timestamp = textOf(body['timestamp']) ?? '';
        const secret = secretOf(token);
        const signed =
          body['sign'] === hmac(`${timestamp}\n${secret}`, '') && fresh(Number(timestamp) * 1000);
        const shown = body['msg_type'] === 'text' ? textOf(objectIn(body['content'])['text']) : undefined;
        return { token, text: shown, ...(signed ? {} : { wrong: '19021' }) };
      },
      wecom: (request, body) => {
        const shown =
          body['msgtype'] === 'markdown' ? textOf(objectIn(body['markdown'])['content']) : undefined;
        const long = shown !== undefined && Buffer.byteLength(shown) > MAX_WECOM_BYTES;
        return {
          token: queryOf(request).get('key') ?? '',
          text: shown,
          ...(long ? { wrong: '40058' } : {}),
        };
      },
    };

    const answer = (reply: FastifyReply, code: string | undefined): FastifyReply => {
      const { errors } = botErrors[vendor];
      const message = code === undefined ? 'ok' : (errors[code as keyof typeof errors] as string);
      const number = Number(code ?? 0);
      return reply.send(
        vendor === 'feishu' ? { code: number, msg: message, data: {} } : { errcode: number, errmsg: message },
      );
    };

    app.post(botErrors[vendor].path, async (request, reply) => {
      const condition = conditions.of(vendor);
      if (await outage(simulation, condition, reply)) return reply;
      const error = errorOf(vendor, condition);
      if (error !== undefined) return answer(reply, error);
      const { unknown, form, limit } = botErrors[vendor];
      const { token, text, wrong } = readers[vendor](request, objectOf(request) ?? {});
      if (!config.bots.some(({ id }) => id === token)) return answer(reply, unknown);
      if (wrong !== undefined) return answer(reply, wrong);
      if (text === undefined) return answer(reply, form);
      if (flow.bots.take(`${vendor} ${token}`, now())) return answer(reply, limit);
      outbox.add({
        vendor,
        channel: 'group',
        to: token,
        template: '',
        params: {},
        text,
        at: new Date(now()).toISOString(),
      });
      return answer(reply, undefined);
    });
  };
