import { expect, test } from 'vitest';
import { failureText } from './failure-text.ts';

test.each([
  ['status 502', 'the answer had status 502'],
  ['503', '503'],
  ['timeout', 'no answer in time'],
  ['TimeoutError', 'no answer in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no answer in time'],
  ['ECONNREFUSED CONN', 'the connection was refused'],
  ['EAI_AGAIN', 'its host name was not found'],
  ['CERT_HAS_EXPIRED', 'its certificate is not valid'],
  ['unreadable answer', 'its answer could not be read'],
  ['CaptchaTooFrequent', 'A code was sent a moment ago'],
  ['310000: sign not match.', '310000: sign not match'],
  ['isv.SMS_TEMPLATE_ILLEGAL', 'isv.SMS_TEMPLATE_ILLEGAL'],
])('the failure %s is told as: %s', (failure, said) => {
  expect(failureText('en', failure)).toBe(said);
});
