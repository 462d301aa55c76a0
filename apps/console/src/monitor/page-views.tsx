/** The page views that an error affected, with the day since which they are counted where the error is older. */
import { useConsoleContext, useWords } from '../console-context.ts';
import { formatDateTime } from '../parts/date-time.tsx';
import { useFormats } from './filters.tsx';
import own from './monitor.module.css';
import type { GroupRow } from './tables.ts';
import { monitorWords } from './words.ts';

export function PageViews({ of: row }: { of: Pick<GroupRow, 'pages' | 'pages_since' | 'first_seen'> }) {
  const { language } = useConsoleContext();
  const words = useWords(monitorWords);
  const { whole } = useFormats();
  // Every occurrence is in a page view: none means that none was counted.
  if (row.pages_since === null) return <span data-none="">—</span>;
  if (row.pages_since <= row.first_seen) return whole(row.pages);
  return (
    <span className={own.since}>
      {whole(row.pages)}{' '}
      <small>{words.since(formatDateTime(new Date(row.pages_since), language, Date.now))}</small>
    </span>
  );
}
