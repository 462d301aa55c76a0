/** What is lost of traces, and how it is told. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { traceMetrics } from './metrics.ts';
import { openTracer } from './opentelemetry.ts';

const QUEUE = 8;
const waiting: ServerResponse[] = [];
let refuses = false;
/** A collector that refuses every post, once it is let go. */
const collector = createServer((request, response) => {
  request.resume().on('end', () => {
    if (refuses) response.writeHead(400).end();
    else waiting.push(response);
  });
});
beforeEach(async () => {
  refuses = false;
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  collector.closeAllConnections();
  await new Promise(resolve => collector.close(resolve));
});

const open = async (clock: () => number) => {
  const warned: string[] = [];
  const log = { warn: (_: object, text: string) => void warned.push(text) };
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const tracer = await openTracer(
    { url, headers: {}, ratio: 1, service: 'test' },
    { log: log as never, instance: 'one', queue: QUEUE, clock },
  );
  const record = (count: number) => {
    for (let span = 0; span < count; span++) tracer.start('one', {}).end();
  };
  return { tracer, record, warned };
};

test('drops and counts what is beyond the queue, and what could not be sent', async () => {
  const { tracer, record } = await open(() => 0);
  record(QUEUE);
  await until(() => waiting.length === 1);
  record(QUEUE + 3);
  expect(tracer.dropped).toEqual({ queue: 3, send: 0 });
  refuses = true;
  waiting.pop()?.writeHead(400).end();
  await until(() => tracer.dropped.send === 2 * QUEUE);
  const registry = new Registry();
  traceMetrics(tracer.dropped)(registry);
  for (let scrape = 0; scrape < 2; scrape++) {
    const text = await registry.metrics();
    expect(text).toContain('rollcall_trace_spans_dropped_total{reason="queue"} 3');
    expect(text).toContain(`rollcall_trace_spans_dropped_total{reason="send"} ${2 * QUEUE}`);
  }
  await tracer.close();
});

test('a collector that fails is told in the log once in ten minutes', async () => {
  let at = 0;
  const { tracer, record, warned } = await open(() => at);
  refuses = true;
  const fail = async () => {
    const before = tracer.dropped.send;
    record(QUEUE);
    await until(() => tracer.dropped.send === before + QUEUE);
    return warned.length;
  };
  expect(await fail()).toBe(1);
  at += 10 * 60_000 - 1;
  expect(await fail()).toBe(1);
  at += 1;
  expect(await fail()).toBe(2);
  await tracer.close();
});
