/** Whether what people need to get in works. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { maybeTime, text, time } from '../page.ts';

const items = v.array(
  v.object({
    /** `jobs`: without a name, all of them. */
    kind: v.picklist(['sender', 'verification', 'third-party', 'loader', 'disk', 'backup', 'jobs']),
    /** The sender's, the challenge's (`GEETEST`), the third party's or the job's; empty: there is one alone. */
    name: text,
    /** Of a sender. */
    channel: v.nullable(v.picklist(['sms', 'voice', 'email'])),
    /**
     * `good` where that was seen of late; `unknown` where nothing was. `warning`: it fails, and something else does its work or waits for
     * it; `bad`: nobody is served by it.
     */
    state: v.picklist(['good', 'warning', 'bad', 'unknown']),
    /** When it was seen to work last; of what fails, since when. */
    since: maybeTime,
    /** Of the loader milliseconds behind; of the disk free bytes; of a job that does not run milliseconds past its time. */
    value: v.nullable(v.number()),
  }),
);

export const getHealth = {
  summary:
    'Whether what people need to get in works: the senders of messages, the vendors of challenges, WeChat and QQ, the loading of usage, the disk, the last backup, the jobs.',
  method: 'GET',
  path: '/console/v1/overview/health',
  role: 'viewer',
  answer: v.object({ at: time, items }),
  refusals: [],
} as const satisfies ConsoleCall;
