/** Who alerts are sent to: the configured webhook, and the channels of the console. */
import type { AlertChannel, ChannelKind } from '@rollcall/contract/console';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { beginningOf } from '../../platform/beginning-of.ts';
import type { Language } from '../../http/language.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { AlertChannelsTable } from '../../platform/database/tables/monitoring.ts';
import { parseObject } from '../../platform/parse-object.ts';
import { refuse } from '../../platform/refusal.ts';
import { seal, unseal } from '../../platform/seal.ts';
import type { ReceiverFetch } from '../../platform/receiver-fetch.ts';
import { receiverAddress, type SignedReceiver, signature } from '../../platform/signed-post.ts';
import { networkReason } from '../../platform/vendor-http.ts';
import { type AlertMessageBody, alertText } from './alert-message.ts';
import { botFailure, type BotKeys, botRequest, type BotUrls, tokenOf } from './group-bots.ts';

/** Time limit of a request in ms. */
const ANSWER_TIMEOUT = 5_000;
/** Characters of an answer that are read. */
const LONGEST_ANSWER = 4_096;
const MAX_CHANNELS = 50;
const HINT = 4;
/** Least characters of a webhook's key. */
const SECRET_LENGTH = 16;

export interface ReceiverParts {
  readonly db: Kysely<Database>;
  /** Seals the tokens; 32 bytes, of `openDataKey`. */
  readonly key: Buffer;
  readonly urls: BotUrls;
  readonly webhook: SignedReceiver | undefined;
  /** Origins that webhooks of channels may have. */
  readonly origins: readonly string[];
  /** The school's name and the issuer, for the text of messages. */
  readonly place: { readonly name: string; readonly issuer: string };
  readonly now: () => number;
  readonly fetch: ReceiverFetch;
}

export interface AlertReceivers {
  list(): Promise<AlertChannel[]>;
  /** @throws the refusals InvalidRequest for an address that may not be called or a missing secret, IllegalOperation beyond MAX_CHANNELS */
  create(
    trx: Transaction<Database>,
    input: {
      name: string;
      kind: ChannelKind;
      url: string;
      secret?: string | undefined;
      language: Language;
    },
  ): Promise<AlertChannel>;
  /** @throws the refusal NotFound */
  change(
    trx: Transaction<Database>,
    input: { id: number; name: string; language: Language },
  ): Promise<{ readonly before: AlertChannel; readonly after: AlertChannel }>;
  /** @throws the refusals NotFound, and IllegalOperation while a rule, an alert on a question or a dashboard uses it */
  remove(trx: Transaction<Database>, id: number): Promise<AlertChannel>;
  /**
   * Sends a message once.
   * @param channel null: the webhook
   * @param id of the message; undefined for a test
   * @returns why it was not taken; undefined if it was
   */
  send(channel: number | null, body: AlertMessageBody, id?: number): Promise<string | undefined>;
}

const channelOf = ({
  sealed: _sealed,
  created_at,
  ...row
}: Selectable<AlertChannelsTable>): AlertChannel => ({
  ...row,
  created_at: created_at.getTime(),
});

/** A sealed token that is moved to another vendor's channel does not open. */
const ownerOf = (kind: ChannelKind): string => `alert channel|${kind}`;

/** The name of a rule, an alert on a question or a dashboard that is sent to a channel. */
const userOf = async (trx: Transaction<Database>, id: number): Promise<string | undefined> => {
  const named = (table: 'alert_rules' | 'question_alerts') =>
    trx.selectFrom(table).select('name').where('channel_id', '=', id).orderBy('id').executeTakeFirst();
  const dashboard = trx
    .selectFrom('dashboard_receivers as r')
    .innerJoin('dashboard_subscriptions as s', 's.id', 'r.subscription_id')
    .innerJoin('usage_dashboards as d', 'd.id', 's.dashboard_id')
    .select('d.name')
    .where('r.channel_id', '=', id)
    .orderBy('d.id');
  return (
    (await named('alert_rules')) ??
    (await named('question_alerts')) ??
    (await dashboard.executeTakeFirst())
  )?.name;
};

/** @throws the refusal NotFound */
const lock = async (trx: Transaction<Database>, id: number): Promise<Selectable<AlertChannelsTable>> => {
  const row = await trx
    .selectFrom('alert_channels')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw refuse('NotFound');
  return row;
};

export const createReceivers = (parts: ReceiverParts): AlertReceivers => {
  const { db, key, urls, webhook, origins, place, now } = parts;
  /** What a new channel is reached with, and its hint. @throws the refusal InvalidRequest */
  const keysOf = (kind: ChannelKind, url: string, secret: string): { keys: BotKeys; hint: string } => {
    const wrong = (field: string, message: string) => refuse('InvalidRequest', { message, data: { field } });
    if (kind === 'webhook') {
      const allowed = receiverAddress(url, origins);
      if (allowed === undefined)
        throw wrong('url', 'The origin of the address is none of ROLLCALL_ALERT_WEBHOOK_ORIGINS.');
      if (secret.length < SECRET_LENGTH)
        throw wrong('secret', `A webhook needs a key of at least ${SECRET_LENGTH} characters.`);
      return { keys: { token: allowed, secret }, hint: new URL(allowed).host };
    }
    const token = tokenOf(kind, url, urls);
    if (token === undefined)
      throw wrong(
        'url',
        'This is not the address of a bot of this kind; copy it from the settings of the bot.',
      );
    const signs = secret !== '' && kind !== 'wecom';
    return { keys: { token, secret: signs ? secret : undefined }, hint: token.slice(-HINT) };
  };
  const openKeys = ({ kind, sealed }: Selectable<AlertChannelsTable>): BotKeys | undefined => {
    const fields = parseObject(unseal(key, ownerOf(kind), sealed) ?? '');
    const { token, secret } = fields ?? {};
    return typeof token === 'string'
      ? { token, secret: typeof secret === 'string' ? secret : undefined }
      : undefined;
  };
  const post = async (
    url: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<{ ok: boolean; status: number; text: string } | { failure: string }> => {
    try {
      const answer = await parts.fetch(url, {
        method: 'POST',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT),
        headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Rollcall', ...headers },
        body,
      });
      return { ok: answer.ok, status: answer.status, text: await beginningOf(answer, LONGEST_ANSWER) };
    } catch (error) {
      // A network error's message may have the whole URL, and with it the token.
      return { failure: networkReason(error) };
    }
  };

  const toWebhook = async (
    receiver: SignedReceiver,
    body: AlertMessageBody,
    id: number | undefined,
  ): Promise<string | undefined> => {
    const text = JSON.stringify({ id: id ?? null, ...body });
    const headers = {
      // Constant over attempts, so that receivers can detect duplicates.
      ...(id === undefined ? {} : { 'x-rollcall-message': String(id) }),
      'x-rollcall-signature': signature(receiver.secret, now(), text),
    };
    const answer = await post(receiver.url, headers, text);
    if ('failure' in answer) return answer.failure;
    return answer.ok ? undefined : `status ${answer.status}`;
  };

  const toChannel = async (
    channel: number,
    body: AlertMessageBody,
    id: number | undefined,
  ): Promise<string | undefined> => {
    const row = await db
      .selectFrom('alert_channels')
      .selectAll()
      .where('id', '=', channel)
      .executeTakeFirst();
    if (!row) return 'the channel was deleted';
    const keys = openKeys(row);
    if (!keys) return 'the token does not open: add the channel again';
    if (row.kind === 'webhook') {
      // The configuration may have changed since.
      return origins.includes(new URL(keys.token).origin)
        ? toWebhook({ url: keys.token, secret: keys.secret ?? '' }, body, id)
        : 'its origin is none of ROLLCALL_ALERT_WEBHOOK_ORIGINS any more';
    }
    const request = botRequest(row.kind, keys, urls, alertText(body, place, row.language), now());
    const answer = await post(request.url, {}, JSON.stringify(request.body));
    return 'failure' in answer ? answer.failure : botFailure(row.kind, answer.status, answer.text);
  };

  return {
    list: async () =>
      (await db.selectFrom('alert_channels').selectAll().orderBy('id').execute()).map(channelOf),
    create: async (trx, { name, kind, url, secret = '', language }) => {
      const { keys, hint } = keysOf(kind, url, secret);
      const { count } = await trx
        .selectFrom('alert_channels')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= MAX_CHANNELS) {
        throw refuse('IllegalOperation', {
          message: `There are ${MAX_CHANNELS} channels, which is as many as there may be.`,
        });
      }
      const row = await trx
        .insertInto('alert_channels')
        .values({
          name,
          kind,
          language,
          hint,
          signed: keys.secret !== undefined,
          sealed: seal(key, ownerOf(kind), JSON.stringify(keys)),
          created_at: new Date(now()),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return channelOf(row);
    },
    change: async (trx, { id, name, language }) => {
      const row = await lock(trx, id);
      await trx.updateTable('alert_channels').set({ name, language }).where('id', '=', id).execute();
      return { before: channelOf(row), after: channelOf({ ...row, name, language }) };
    },
    remove: async (trx, id) => {
      const row = await lock(trx, id);
      const used = await userOf(trx, id);
      if (used !== undefined) {
        throw refuse('IllegalOperation', {
          message: `“${used}” sends here; choose another channel for it first.`,
        });
      }
      await trx.deleteFrom('alert_channels').where('id', '=', id).execute();
      return channelOf(row);
    },
    send: async (channel, body, id) => {
      if (channel !== null) return toChannel(channel, body, id);
      return webhook ? toWebhook(webhook, body, id) : 'no webhook is configured';
    },
  };
};
