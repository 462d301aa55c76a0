/** Admins try whether the vendors accept the keys of the settings. Nothing is sent to anybody. */
import type { TriedService } from '@rollcall/contract/console';
import { tryThirdParty } from '../features/accounts/third-party/vendors/third-parties.ts';
import type { HumanVerification } from '../features/human-verification/human-verification.ts';
import type { ConsoleHandlers } from '../http/console-handler.ts';
import type { AppContext } from '../http/context.ts';
import type { Channel, Sender } from '../messages/messages.ts';
import { createWindowCounts } from '../platform/database/window-counts.ts';
import { deriveKey } from '../platform/derive-key.ts';
import { refuse } from '../platform/refusal.ts';
import type { Trial } from '../platform/vendor-trial.ts';
import type { Config } from './config.ts';

/** Trials of the installation in an hour, of all admins together: vendors count requests and may bar a site that asks too often. */
const MOST = 20;
const HOUR = 3_600_000;

/** Seconds until the running hour's trials begin to count less. */
const untilFewer = (at: number): number => Math.ceil((HOUR - (at % HOUR)) / 1000) + 1;

type Tried = { readonly name: string; readonly channel?: Channel } & Trial;

export const serviceTrialHandlers = ({
  db,
  now,
  config,
  senders,
  tryVendors,
}: Pick<AppContext, 'db' | 'now'> & {
  readonly config: Pick<Config, 'secret' | 'thirdParty'>;
  readonly senders: readonly Pick<Sender, 'name' | 'channels' | 'probe'>[];
  readonly tryVendors: HumanVerification['tryVendors'];
}): ConsoleHandlers<'tryService'> => {
  const key = deriveKey(config.secret, 'window counts');
  const counts = createWindowCounts({ db, now, key, use: 'service trials', windowMs: HOUR });

  const trySender = async (service: string): Promise<readonly Tried[]> => {
    const sender = senders.find(({ name }) => name === service);
    const { name, channels = [], probe } = sender ?? {};
    if (name === undefined || !probe) return [];
    return Promise.all(channels.map(async channel => ({ name, channel, ...(await probe(channel)) })));
  };
  const trialsOf = (service: TriedService): Promise<readonly Tried[]> => {
    switch (service) {
      case 'wechat':
      case 'qq':
        return tryThirdParty(config.thirdParty, service);
      case 'human-verification':
        return tryVendors();
      default:
        return trySender(service);
    }
  };

  return {
    tryService: async ({ body: { service }, audit }) => {
      // A refused one is not counted, so that pressing again does not move the end of the wait.
      const [before = 0] = await counts.count(['all']);
      const [counted = 0] = before < MOST ? await counts.add(['all']) : [before + 1];
      if (counted > MOST) throw refuse('TooManyAttempts', { data: { retry_after: untilFewer(now()) } });
      // Before it is asked: a vendor remembers the request, whatever becomes of this process.
      await audit(db, { subject: service });
      const tried = await trialsOf(service);
      return { items: tried.map(one => ({ channel: null, ...one })) };
    },
  };
};
