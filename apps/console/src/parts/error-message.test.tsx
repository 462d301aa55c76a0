// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { refusedBy } from '../client/refused.ts';
import { ConsoleContextProvider, type ConsoleContextValue } from '../console-context.ts';
import { ErrorMessage } from './error-message.tsx';

test('says until when there is data, where reports are behind, and not that it took too long', () => {
  const data = { retry_after: 3, until: Date.UTC(2001, 4, 6, 4, 3) };
  const problem = refusedBy(503, { code: 'RC_54', msg: '', data }, null);
  const text = renderToStaticMarkup(
    <ConsoleContextProvider value={{ language: 'zh-CN' } as ConsoleContextValue}>
      <ErrorMessage problem={problem} />
    </ConsoleContextProvider>,
  );
  expect(text).toContain('数据截至 2001年5月6日 12:03');
  expect(text).not.toContain('服务器正忙');
});

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
