import fastify from 'fastify';
import { expect, it } from 'vitest';
import { addHealth } from './health.ts';

it('answers a probe though the detail never comes', async () => {
  const server = fastify();
  addHealth(server, {
    stopping: () => false,
    check: async () => {},
    detail: () => new Promise(() => {}),
  });
  const answer = await server.inject('/readyz');
  expect(answer.json()).toEqual({ status: 'ok', database: 'ok' });
  await server.close();
});
