/** The pages that the server renders itself. */
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { sendPage } from './html.ts';
import { type TestHttp, testHttp } from './testing.ts';

let http: TestHttp | undefined;
afterEach(() => http?.close());

const add = (server: FastifyInstance) => {
  server.get('/page', (_, reply) =>
    sendPage(reply, { title: 'Page', language: 'en', theme: '', body: '<button class="first">On</button>' }),
  );
};
/** The colours of the main button in the page's style: in light, in dark by the system, in dark by choice. */
const seals = async (env: Record<string, string>): Promise<string[]> => {
  http = await testHttp({}, { env, add });
  const html = await (await fetch(`${http.url}/page`)).text();
  const [, style = ''] = /<style nonce="[^"]+">(.*?)<\/style>/s.exec(html) ?? [];
  return [...style.matchAll(/--seal: ([^;]+);/g)].map(([, colour = '']) => colour);
};

describe("the server's own pages", () => {
  it("have the school's colour on the main button in both themes", async () => {
    expect(await seals({ ROLLCALL_COLOUR: '#1F4B8F' })).toEqual(['#1f4b8f', '#1f4b8f', '#1f4b8f']);
  });

  it('have their own colours without it', async () => {
    expect(await seals({})).toEqual(['#c23a22', '#cf4329', '#cf4329']);
  });
});
