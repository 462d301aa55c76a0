import { expect, test } from 'vitest';
import { channelWords, failureWords } from './channel-words.ts';

test.each([
  ['status 502', 'the answer has the status 502'],
  ['TimeoutError', 'no answer within 5 seconds'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no answer within 5 seconds'],
  ['ECONNREFUSED', 'the connection was refused'],
  ['310000: sign not match', '310000: sign not match'],
])('the outcome %s of a test is told as: %s', (failure, said) => {
  expect(failureWords(channelWords.en, failure)).toBe(said);
});
