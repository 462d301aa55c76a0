/** The entries of the command palette for what is typed, in their sections. */
import { type Language, chooseTheme, shownTheme } from '@rollcall/ui';
import { type Operator, savedName } from '@rollcall/contract/console';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { isProduct } from '../monitor/period.ts';
import { hasRole } from '../session/current-operator.ts';
import { type Entry, useEntries } from '../shell/entries.ts';
import { letterOf } from '../shell/jumps.ts';
import type { Filters, KeptFilters } from '../shell/kept-filters.ts';
import { type Act, acts, findActs, folded, readAct } from './acts.ts';
import { isWorthSearching, namesOne, useFound, useKept } from './found.ts';
import { paletteWords } from './words.ts';

export interface Item {
  readonly key: string;
  readonly title: string;
  readonly note?: string | undefined;
  /** Goes there or does it; a text is what the field has then, and the palette stays. */
  readonly run: () => string | void;
}

export interface Section {
  readonly name: string;
  readonly items: readonly Item[];
}

/** The views whose title in either language, or whose path, has a text in it. */
const findEntries = (text: string, entries: readonly Entry[]): readonly Entry[] => {
  const typed = folded(text);
  return entries.filter(
    ({ title, path }) =>
      Object.values(title).some(one => folded(one).includes(typed)) || path.includes(typed),
  );
};

const named = <T>(text: string, all: readonly T[], nameOf: (one: T) => string): readonly T[] =>
  folded(text) === '' ? [] : all.filter(one => folded(nameOf(one)).includes(folded(text))).slice(0, 6);

export interface Entries {
  readonly sections: readonly Section[];
  /** Whether the server is asked for more. */
  readonly searching: boolean;
  readonly failed: boolean;
}

export function useItems(operator: Operator, filters: KeptFilters, text: string): Entries {
  const router = useRouter();
  const { language } = useConsoleContext();
  const words = useWords(paletteWords);
  const entries = useEntries(operator.role);
  const nameOf = (kept: { readonly name: string; readonly template: string | null }) =>
    savedName(kept, language);
  const own = acts.filter(({ role }) => hasRole(operator.role, role));
  const read = readAct(text, own);
  const searched = (read?.act.needs === 'identity' ? '' : (read?.of ?? text)).trim();
  // Whom a search finds is written into the audit log as looked at: a name that may be a page's is searched when it is chosen.
  const [chosenText, setChosenText] = useState<string>();
  const searchesPeople = namesOne(searched) || chosenText === searched;
  const { product } = useSearch({ from: '/shell' });
  const found = useFound(searched, {
    people: searchesPeople,
    errors: !read,
    product: isProduct(product) ? product : undefined,
  });
  const kept = useKept();
  const go = (to: string, search: Filters = {}) => {
    void router.navigate({ to, search } as never);
  };
  // Enter opens nobody of an earlier text.
  const current = found?.text === searched ? found : undefined;
  const awaitsPeople = searchesPeople && current?.people === undefined;
  const searching = isWorthSearching(searched) && (!current || awaitsPeople);
  const people = (current?.people ?? []).map((person): Item => {
    const who = person.fullname ?? person.nickname;
    const act = read?.act;
    return {
      key: person.id,
      title: act ? words.on(nameIn(act, language), who) : who,
      note: [
        person.fullname === null ? null : person.nickname,
        person.phone_number,
        person.username,
        person.email,
      ]
        .filter(Boolean)
        .join(' · '),
      run: () => go(`/console/people/${person.id}`, act ? { act: act.key } : {}),
    };
  });
  const done: Partial<Record<Act['key'], () => void>> = {
    create: () => go('/console/people', { act: 'create' }),
    alert: () => void router.navigate({ to: '/console/monitor/alerts', hash: 'new' }),
    theme: () => chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark'),
  };
  const actItem = (act: Act): Item => ({
    key: act.key,
    title: act.needs ? words.whom(nameIn(act, language)) : nameIn(act, language),
    run: () => (act.needs ? `${nameIn(act, language)} ` : done[act.key]?.()),
  });
  const chosen: readonly Item[] = !read
    ? findActs(text, own).map(actItem)
    : read.of === ''
      ? [actItem(read.act)]
      : read.act.needs === 'identity'
        ? [
            {
              key: read.act.key,
              title: words.on(nameIn(read.act, language), read.of),
              run: () => go('/console/trouble', { identity: read.of }),
            },
          ]
        : [];
  // Stays until they are found, so that the active option does not become another one.
  const searchPeople: readonly Item[] =
    isWorthSearching(searched) && !namesOne(searched) && (!searchesPeople || awaitsPeople)
      ? [
          {
            key: 'search-people',
            title: words.searchPeople(searched),
            run: () => {
              setChosenText(searched);
              return text;
            },
          },
        ]
      : [];
  const views = read ? [] : findEntries(text, entries);
  const sections: readonly Section[] = [
    { name: words.sections.people, items: people },
    {
      name: words.sections.views,
      items: views.map(({ path, title, group }) => {
        const letter = letterOf(path);
        return {
          key: path,
          title: title[language],
          note: letter && `g ${letter}`,
          run: () => go(path, filters[group]),
        };
      }),
    },
    { name: words.sections.acts, items: chosen },
    { name: words.sections.searches, items: searchPeople },
    {
      name: words.sections.questions,
      items: named(read ? '' : text, kept.questions, nameOf).map(one => ({
        key: one.id,
        title: nameOf(one),
        run: () => go('/console/ask', { saved: one.id }),
      })),
    },
    {
      name: words.sections.dashboards,
      items: named(read ? '' : text, kept.dashboards, nameOf).map(one => ({
        key: one.id,
        title: nameOf(one),
        run: () => go(`/console/dashboards/${one.id}`),
      })),
    },
    {
      name: words.sections.errors,
      items: (current?.errors ?? []).map(({ id, name, message, product }) => ({
        key: id,
        title: `${name}: ${message}`,
        note: product,
        run: () => go(`/console/monitor/errors/${id}`, { product }),
      })),
    },
  ];
  return {
    sections: sections.filter(({ items }) => items.length > 0),
    searching,
    failed: current?.failed ?? false,
  };
}

const nameIn = ({ names }: Act, language: Language): string => names[language][0];
