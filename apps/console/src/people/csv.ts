/** The people of a list as a file of what is seen: masked values stay masked. */
import type { CustomField } from '@rollcall/contract';
import type { PersonRow } from '@rollcall/contract/console';
import { type Tabular, toCsv } from '../charts/tabular.ts';

/** @param heads the heads of the columns, in their order: name, full name, username, phone, e-mail, sign-up, state, id */
export const peopleCsv = (
  people: readonly PersonRow[],
  heads: readonly string[],
  words: {
    readonly state: (person: PersonRow) => string;
    readonly when: (at: number) => string;
    readonly fields: readonly { readonly field: CustomField; readonly text: (person: PersonRow) => string }[];
    readonly nameOf: (field: CustomField) => string;
  },
): string => {
  const table: Tabular = {
    columns: [...heads, ...words.fields.map(({ field }) => words.nameOf(field))].map(head => ({ head })),
    rows: people.map(person => [
      person.nickname,
      person.fullname,
      person.username,
      person.phone_number,
      person.email,
      { words: words.when(person.created_at), iso: new Date(person.created_at).toISOString() },
      words.state(person),
      person.id,
      ...words.fields.map(({ text }) => text(person)),
    ]),
  };
  return toCsv(table);
};
