/**
 * Group bots of DingTalk, Feishu and WeCom: the addresses that the vendors give them, and their requests. A message is signed if the
 * bot has a key. https://open.dingtalk.com/document/robots/custom-robot-access, https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot,
 * https://developer.work.weixin.qq.com/document/path/91770
 */
import { createHmac } from 'node:crypto';
import type { BotKind } from '@rollcall/contract/console';
import { parseObject } from '../../platform/parse-object.ts';
import type { AlertText } from './alert-message.ts';

/** What a bot is reached with; both are secrets. */
export interface BotKeys {
  readonly token: string;
  readonly secret?: string | undefined;
}

/** Base URLs of the vendors, without a slash at the end. */
export type BotUrls = Readonly<Record<BotKind, string>>;

interface BotRequest {
  readonly url: string;
  readonly body: object;
}

interface Bot {
  readonly path: string;
  /** The query parameter with the token; absent: the last part of the path. */
  readonly parameter?: string;
  readonly request: (url: string, keys: BotKeys, text: AlertText, at: number) => BotRequest;
  /** The field of the answer that is 0 on success, and the one that says why not. */
  readonly code: string;
  readonly message: string;
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64');

/** Escapes what Markdown reads as markup. */
const escaped = (line: string): string => line.replace(/[\\`*_[\]#]/g, String.raw`\$&`);
const markdownOf = ({ title, lines, url, open }: AlertText): string =>
  [`### ${escaped(title)}`, ...lines.map(escaped), `[${open}](${url})`].join('\n\n');

const bots: Readonly<Record<BotKind, Bot>> = {
  dingtalk: {
    path: '/robot/send',
    parameter: 'access_token',
    request: (url, { secret }, text, at) => {
      const signed = new URL(url);
      if (secret) {
        signed.searchParams.set('timestamp', String(at));
        signed.searchParams.set('sign', hmac(secret, `${at}\n${secret}`));
      }
      const markdown = { title: text.title, text: markdownOf(text) };
      return { url: signed.href, body: { msgtype: 'markdown', markdown } };
    },
    code: 'errcode',
    message: 'errmsg',
  },
  feishu: {
    path: '/open-apis/bot/v2/hook',
    request: (url, { secret }, { title, lines, url: link }, at) => {
      const timestamp = String(Math.floor(at / 1000));
      const content = { text: [title, ...lines, link].join('\n') };
      return {
        url,
        body: {
          ...(secret ? { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') } : {}),
          msg_type: 'text',
          content,
        },
      };
    },
    code: 'code',
    message: 'msg',
  },
  wecom: {
    path: '/cgi-bin/webhook/send',
    parameter: 'key',
    request: (url, _, text) => ({
      url,
      body: { msgtype: 'markdown', markdown: { content: markdownOf(text) } },
    }),
    code: 'errcode',
    message: 'errmsg',
  },
};

export const OFFICIAL_URLS: BotUrls = {
  dingtalk: 'https://oapi.dingtalk.com',
  feishu: 'https://open.feishu.cn',
  wecom: 'https://qyapi.weixin.qq.com',
};

const TOKEN = /^[\w-]{8,200}$/;

/**
 * The token in the address that the vendor shows for a bot. The host must be the vendor's: an operator can't make the server call
 * another one.
 * @returns undefined if it is no such address
 */
export const tokenOf = (kind: BotKind, address: string, urls: BotUrls): string | undefined => {
  const { path, parameter } = bots[kind];
  const base = [OFFICIAL_URLS[kind], urls[kind]].find(known => address.startsWith(known + path));
  if (base === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const rest = url.pathname.slice(new URL(base).pathname.replace(/\/$/, '').length + path.length);
  const token = parameter === undefined ? rest.slice(1) : (url.searchParams.get(parameter) ?? '');
  return TOKEN.test(token) && (parameter === undefined || rest === '') ? token : undefined;
};

/** The request that sends a text. @param at milliseconds since 1970; vendors refuse a signature that is over an hour old */
export const botRequest = (
  kind: BotKind,
  keys: BotKeys,
  urls: BotUrls,
  text: AlertText,
  at: number,
): BotRequest => {
  const { path, parameter, request } = bots[kind];
  const url = urls[kind] + path;
  return request(
    parameter === undefined ? `${url}/${keys.token}` : `${url}?${parameter}=${keys.token}`,
    keys,
    text,
    at,
  );
};

/** Why a bot did not take a message; undefined if it did. Bots answer errors with status 200, too. */
export const botFailure = (kind: BotKind, status: number, answer: string): string | undefined => {
  const { code, message } = bots[kind];
  const fields = parseObject(answer);
  if (fields?.[code] === 0) return undefined;
  const known = fields && (typeof fields[code] === 'number' || typeof fields[code] === 'string');
  return known
    ? `${String(fields[code])}: ${String(fields[message] ?? '').slice(0, 300)}`
    : `status ${status}`;
};
