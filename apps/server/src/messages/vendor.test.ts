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

/** As nodemailer throws it. */
const mailError = (code: string, responseCode: number) =>
  Object.assign(new Error('Invalid login'), { code, command: 'AUTH PLAIN', responseCode });

it('tells a fault of one recipient apart from one of the vendor', async () => {
  expect(await observed('isv.MOBILE_NUMBER_ILLEGAL')).toEqual([
    ['vendor', 'sms', 'failed', 'login', 'isv.MOBILE_NUMBER_ILLEGAL', true],
  ]);
  expect(await observed('isv.AMOUNT_NOT_ENOUGH')).toEqual([
    ['vendor', 'sms', 'failed', 'login', 'isv.AMOUNT_NOT_ENOUGH', false],
  ]);
});

it.each<readonly [what: string, error: unknown, outcome: string, code: string | null]>([
  ['a wrong key', new VendorRefusal('SignatureDoesNotMatch', ''), 'refused', 'SignatureDoesNotMatch'],
  ['an unpaid account', new VendorRefusal('isv.OUT_OF_SERVICE', ''), 'refused', 'isv.OUT_OF_SERVICE'],
  ['a number that nobody can have', new VendorRefusal('isv.MOBILE_NUMBER_ILLEGAL', ''), 'accepted', null],
  ...['Throttling.User', 'ServiceUnavailable', 'InternalError.UpstreamError', 'RequestLimitExceeded'].map(
    busy => ['a busy vendor', new VendorRefusal(busy, ''), 'unavailable', busy] as const,
  ),
  ['a fault of the vendor', new VendorRefusal('isp.SYSTEM_ERROR', ''), 'unavailable', 'isp.SYSTEM_ERROR'],
  ['an answer without a code', new VendorRefusal('NoCode', ''), 'unavailable', 'NoCode'],
  ...['EAI_AGAIN', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'].flatMap(fault => [
    ['a fault of the network', Object.assign(new Error('x'), { code: fault }), 'unavailable', fault] as const,
    ['one in words alone', new Error(`request failed: ${fault} sms.example`), 'unavailable', fault] as const,
  ]),
  ['a page of a proxy', new Error('<html>'), 'unavailable', 'unreadable answer'],
  ['a wrong password', mailError('EAUTH', 535), 'refused', 'EAUTH AUTH PLAIN 535'],
  ['a mail server that checks none now', mailError('EAUTH', 454), 'unavailable', 'EAUTH AUTH PLAIN 454'],
])('a trial of keys tells %s (%o): %s', async (_, error, outcome, code) => {
  const sender = createVendorSender({
    name: 'vendor',
    channels: ['sms'],
    timeoutMs: 60_000,
    call: () => Promise.reject(error),
    ofRecipient: ['isv.MOBILE_NUMBER_ILLEGAL'],
  });
  expect(await sender.probe?.('sms')).toEqual({ outcome, code });
});
