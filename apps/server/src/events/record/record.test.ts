import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newEvent } from '../../features/usage/testing/batches.ts';
import { dataRecord, readRecord } from './record.ts';

const data = {
  meta: { device_type: 1, product_code: 'school', is_dev: false, heatmap: false },
  ext: [{}],
  body: [newEvent({ e: 'lesson' })],
} as const;

test('reads a record that the first version compressed in place and padded with blanks', () => {
  const [head, json] = dataRecord(1_795_000_000_000, data);
  const deflated = Buffer.concat([head, deflateRawSync(json), Buffer.alloc(20, ' ')]);
  deflated[0] = 'z'.charCodeAt(0);
  const read = readRecord(deflated);
  expect(read.events.map(({ key }) => key)).toEqual(['lesson']);
  expect(read).toEqual(readRecord(Buffer.concat([head, json])));
});
