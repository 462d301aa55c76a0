/** A recorded request, sent again byte for byte. */
import { request as send } from 'node:http';
import RpcClient from '@alicloud/pop-core';
import { expect, it } from 'vitest';
import { defaults } from '../config.ts';
import { simulatorsOfFile } from '../testing.ts';

const running = await simulatorsOfFile();

const get = (url: string) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    send(url, response => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });

it('is refused with SignatureNonceUsed, and sends nothing', async () => {
  const { id, secret } = defaults.aliyun[0] ?? { id: '', secret: '' };
  const endpoint = `${running.url}/aliyun/dyvmsapi`;
  const client = new RpcClient({
    accessKeyId: id,
    accessKeySecret: secret,
    endpoint,
    apiVersion: '2017-05-25',
  });
  const call = {
    CalledNumber: '13800138000',
    TtsCode: 'TTS_20260101',
    TtsParam: '{"code":"1234"}',
    PlayTimes: 9,
  };
  // The client shows the signed address in its error, so a refused call is the one that can be recorded.
  const error: unknown = await client.request('SingleCallByTts', call).catch((each: unknown) => each);
  const { url, code } = error as { url: string; code: string };
  expect(code).toBe('isv.INVALID_PARAMETERS');
  const again = await get(url);
  expect(again.status).toBe(400);
  expect(JSON.parse(again.body)).toMatchObject({
    Code: 'SignatureNonceUsed',
    HostId: new URL(running.url).host,
  });
  expect(JSON.parse((await running.get('/control/messages')).text)).toEqual([]);
});
