import { expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createMessages, type Observe } from './send.ts';
import { createVendorSender, VendorRefusal } from './vendor.ts';

/** What is observed where a vendor answers with a code. */
const observed = async (code: string) => {
  const seen: Parameters<Observe>[] = [];
  const sender = createVendorSender({
    name: 'vendor',
    channels: ['sms'],
    timeoutMs: 60_000,
    call: async () => {
      throw new VendorRefusal(code, '');
    },
    ofRecipient: ['isv.MOBILE_NUMBER_ILLEGAL'],
  });
  const messages = createMessages(
    [sender],
    createLog({ logLevel: 'fatal' }, { write: () => {} }),
    (...attempt) => seen.push(attempt),
  );
  const message = {
    to: '13900000000',
    channel: 'sms',
    purpose: 'login',
    code: '123456',
    language: 'en',
  } as const;
  await expect(messages.send(message)).rejects.toThrow();
  return seen;
};

it('tells a fault of one recipient apart from one of the vendor', async () => {
  expect(await observed('isv.MOBILE_NUMBER_ILLEGAL')).toEqual([
    ['vendor', 'sms', 'failed', 'login', 'isv.MOBILE_NUMBER_ILLEGAL', true],
  ]);
  expect(await observed('isv.AMOUNT_NOT_ENOUGH')).toEqual([
    ['vendor', 'sms', 'failed', 'login', 'isv.AMOUNT_NOT_ENOUGH', false],
  ]);
});
