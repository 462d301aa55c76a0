/** What every console query refuses, whichever store it asks. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type ConsoleCall, consoleCalls } from './index.ts';

const fields = Object.entries<ConsoleCall>(consoleCalls).flatMap(([name, { query }]) => {
  const entries = query && 'entries' in query ? (query.entries as Record<string, v.GenericSchema>) : {};
  return Object.entries(entries).map(([field, schema]) => ({ name, field, schema }));
});

describe('text that no store can hold', () => {
  test.each(fields)('is refused in $field of $name', ({ schema }) => {
    for (const wrong of ['\0', '\ud800', '\udc00']) {
      for (const given of [wrong, `a${wrong}`, `${wrong}a`, `data.${wrong}`, `custom:${wrong},view:a`]) {
        expect({ given, accepted: v.is(schema, given) }).toEqual({ given, accepted: false });
      }
    }
  });

  test('is refused within a question', () => {
    const asked = fields.find(({ name, field }) => name === 'askUsageQuestion' && field === 'question');
    const of = (key: string) =>
      JSON.stringify({ v: 1, kind: 'trend', series: [{ event: { kind: 'custom', key } }] });
    expect(asked && v.is(asked.schema, of('a'))).toBe(true);
    for (const wrong of ['\0', '\ud800']) expect(asked && v.is(asked.schema, of(`a${wrong}`))).toBe(false);
  });
});
