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
  /** undefined: nobody was searched. */
  readonly people: readonly PersonRow[] | undefined;
  readonly errors: readonly ErrorGroup[];
  readonly failed: boolean;
}

/** One Chinese character is a family name; one letter or digit finds everybody. */
export const isWorthSearching = (text: string): boolean => text.length > 1 || /\p{Script=Han}/u.test(text);

/** Whether a text is a whole number, address or id: what somebody has or nobody. */
export const namesOne = (text: string): boolean =>
  /^(\+\d{8,15}|\d{11}|[^@\s]+@[^@\s]+\.[^@\s.]{2,}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(
    identityFrom(text),
  );

interface Sought {
  readonly people: boolean;
  readonly errors: boolean;
  /** Of whose errors. @default the one that is shown where none is chosen */
  readonly product: string | undefined;
}

/**
 * The people and errors that a text finds.
 * @param text empty: nothing is searched
 * @returns what was found last; of another text while the server is asked
 */
export function useFound(text: string, { people, errors, product }: Sought): Found | undefined {
  const { client } = useConsoleContext();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (!isWorthSearching(text)) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      const ask = async () => {
        const next = await search(client, text, { people, errors, product }, signal);
        if (!signal.aborted) setFound(next);
      };
      void ask();
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, text, people, errors, product]);
  return found;
}

const none = { items: [] };

const search = async (
  client: Client,
  text: string,
  { people, errors, product }: Sought,
  signal: AbortSignal,
): Promise<Found> => {
  const [persons, groups] = await Promise.allSettled([
    people
      ? client.call('listPeople', { query: { q: identityFrom(text), limit: SHOWN } }, signal)
      : undefined,
    errors ? errorsOf(client, text, product, signal) : none,
  ]);
  return {
    text,
    people: persons.status === 'fulfilled' ? persons.value?.items : [],
    errors: groups.status === 'fulfilled' ? groups.value.items : [],
    failed: persons.status === 'rejected' || groups.status === 'rejected',
  };
};

const errorsOf = async (client: Client, text: string, product: string | undefined, signal: AbortSignal) => {
  const of = product ?? (await defaultProduct(client, signal));
  return client.call('listErrorGroups', { query: { product: of, q: text, limit: SHOWN } }, signal);
};

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
