/** What the command palette finds on the server: people and errors for a text, and once the saved questions and dashboards. */
import { identityFrom } from '@rollcall/contract';
import type { DashboardSummary, ErrorGroup, PersonRow, SavedQuestion } from '@rollcall/contract/console';
import { useEffect, useState } from 'react';
import type { Client } from '../client/client.ts';
import { useConsoleContext } from '../console-context.ts';
import { defaultProduct } from '../monitor/products.ts';

/** Milliseconds after the last key press until the server is asked. */
const DEBOUNCE_MS = 250;
/** Of people and of errors each. */
const SHOWN = 6;

interface Found {
  /** What was searched. */
  readonly text: string;
  readonly people: readonly PersonRow[];
  readonly errors: readonly ErrorGroup[];
  readonly failed: boolean;
}

/** One Chinese character is a family name; one letter or digit finds everybody. */
export const isWorthSearching = (text: string): boolean => text.length > 1 || /\p{Script=Han}/u.test(text);

/**
 * The people and, unless an act on a person is chosen, the errors that a text finds.
 * @param text empty: nothing is searched
 * @returns what was found last; of another text while the server is asked
 */
export function useFound(text: string, people: boolean, errors: boolean): Found | undefined {
  const { client } = useConsoleContext();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (!isWorthSearching(text)) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      const ask = async () => {
        const next = await search(client, text, { people, errors }, signal);
        if (!signal.aborted) setFound(next);
      };
      void ask();
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, text, people, errors]);
  return found;
}

const none = { items: [] };

const search = async (
  client: Client,
  text: string,
  of: { readonly people: boolean; readonly errors: boolean },
  signal: AbortSignal,
): Promise<Found> => {
  const [persons, groups] = await Promise.allSettled([
    of.people ? client.call('listPeople', { query: { q: identityFrom(text), limit: SHOWN } }, signal) : none,
    of.errors ? errorsOf(client, text, signal) : none,
  ]);
  return {
    text,
    people: persons.status === 'fulfilled' ? persons.value.items : [],
    errors: groups.status === 'fulfilled' ? groups.value.items : [],
    failed: persons.status === 'rejected' || groups.status === 'rejected',
  };
};

const errorsOf = async (client: Client, text: string, signal: AbortSignal) =>
  client.call(
    'listErrorGroups',
    { query: { product: await defaultProduct(client, signal), q: text, limit: SHOWN } },
    signal,
  );

interface Kept {
  readonly questions: readonly SavedQuestion[];
  readonly dashboards: readonly DashboardSummary[];
}

/** A process without the event store has none. */
export function useKept(): Kept {
  const { client } = useConsoleContext();
  const [kept, setKept] = useState<Kept>({ questions: [], dashboards: [] });
  useEffect(() => {
    const controller = new AbortController();
    void Promise.all([
      client.call('listSavedQuestions', {}, controller.signal),
      client.call('listDashboards', {}, controller.signal),
    ]).then(
      ([questions, dashboards]) => setKept({ questions: questions.items, dashboards: dashboards.items }),
      () => {},
    );
    return () => controller.abort();
  }, [client]);
  return kept;
}
