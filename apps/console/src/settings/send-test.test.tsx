// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { drawn } from '../testing.tsx';
import { Answers, type Tried } from './send-test.tsx';

const said = (...tried: Tried) =>
  drawn(<Answers tried={tried} onClose={() => {}} />, 'en').querySelector('output')?.textContent;
const late = { name: 'aliyun', outcome: 'failed', reason: 'timeout' } as const;

test('one that did not answer in time may still deliver: nowhere is it said that nothing was sent', () => {
  expect(said(late)).toMatch(
    /did not confirm it no answer in timeNo sender confirmed it\. .*not answer in time may still deliver it\.$/,
  );
  expect(said(late, { name: 'tencent', outcome: 'sent', reason: null })).toMatch(
    /took the message It is on its way\..*not answer in time may still deliver it\.$/,
  );
});

test('what was sent, or is at a limit, leaves nothing open', () => {
  for (const one of [
    { name: 'aliyun', outcome: 'sent', reason: null },
    { name: 'aliyun', outcome: 'limited', reason: 'CaptchaTooFrequent' },
  ] as const)
    expect(said(one)).not.toContain('may still');
});
