import { expect, test, vi } from 'vitest';
import { dateFormat } from './date-format.ts';

test('a format that no date is shown in is not made', () => {
  const made = vi.fn();
  class Counted extends Intl.DateTimeFormat {
    constructor(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
      super(...given);
      made();
    }
  }
  vi.stubGlobal('Intl', { DateTimeFormat: Counted });
  try {
    const long = dateFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
    expect(made).not.toHaveBeenCalled();
    expect(long.format(0)).toBe('January 1, 1970');
    expect(made).toHaveBeenCalled();
    expect(dateFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' }).format(0)).toBe('1970年1月1日');
  } finally {
    vi.unstubAllGlobals();
  }
});
