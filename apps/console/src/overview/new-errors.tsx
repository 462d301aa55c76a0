/** Script errors that came with the newest release, of the product that is shown where none is chosen. */
import type { ErrorGroup } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { defaultProduct } from '../monitor/products.ts';
import { DateTime } from '../parts/date-time.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { Section } from '../parts/page.tsx';
import type { Client } from '../client/client.ts';
import css from './overview.module.css';
import { overviewWords } from './words.ts';

/** Groups that are shown. */
const SHOWN = 5;
/** Characters of a message; the error's own page has all. */
const LONGEST = 100;

interface Found {
  readonly product: string;
  readonly release: string;
  readonly groups: readonly ErrorGroup[];
  /** There are more than these. */
  readonly more: boolean;
}

const findNew = async (client: Client, signal: AbortSignal): Promise<Found | undefined> => {
  const product = await defaultProduct(client, signal);
  const {
    items,
    next,
    newest_release: release,
  } = await client.call(
    'listErrorGroups',
    { query: { product, status: 'open', newest: true, sort: 'first_seen' } },
    signal,
  );
  // a server process of the release before does not know the field
  return release ? { product, release, groups: items, more: next !== null } : undefined;
};

export function NewErrors() {
  const { client } = useConsoleContext();
  const words = useWords(overviewWords);
  const { whole } = useNumberFormat();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const controller = new AbortController();
    // a process without the event store has none
    findNew(client, controller.signal).then(setFound, () => {});
    return () => controller.abort();
  }, [client]);
  if (!found || found.groups.length === 0) return null;
  const { product, release, groups, more } = found;
  const count = whole(groups.length);
  return (
    <Section
      title={words.newErrors(release)}
      action={
        <Link to="/console/monitor/errors" search={{ product, only: 'new' }}>
          {words.allErrors(more ? `${count}+` : count)}
        </Link>
      }
    >
      <ul className={css.lines}>
        {groups.slice(0, SHOWN).map(({ id, name, message, count, first_seen: since }) => (
          <li key={id}>
            <Link to="/console/monitor/errors/$id" params={{ id }} search={{ product }}>
              {name}: {message.slice(0, LONGEST)}
            </Link>
            <span>
              {words.times(whole(count))} · {words.since} <DateTime at={since} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
