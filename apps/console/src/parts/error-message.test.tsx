// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { refusedBy } from '../client/refused.ts';
import { ConsoleContextProvider, type ConsoleContextValue } from '../console-context.ts';
import { ErrorMessage } from './error-message.tsx';

test('says when a new admin counts, in the time of the school', () => {
  const data = { until: Date.UTC(2001, 4, 6, 4, 30) };
  const problem = refusedBy(403, { code: 'RC_433', msg: '', data }, null);
  const text = (language: 'zh-CN' | 'en') =>
    renderToStaticMarkup(
      <ConsoleContextProvider value={{ language } as ConsoleContextValue}>
        <ErrorMessage problem={problem} />
      </ConsoleContextProvider>,
    ).replaceAll(/<[^>]+>/g, '');
  expect(text('en')).toContain('May 6, 2001, 12:30');
  // no space after a Chinese full stop
  expect(text('zh-CN')).toContain('。2001年5月6日 12:30 之后才能批准');
});
