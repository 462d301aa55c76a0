/** What the event store knows of people beside their events, by which questions filter and divide them. PostgreSQL has the truth. */
import { type Cell, type Columns, personOf } from './rows.ts';

export interface StoredPerson {
  /** The account's id, as events bear it. The store has its hash alone. */
  readonly user: string;
  readonly grade: number | null;
  /** Milliseconds since 1970. */
  readonly signedUp: number;
  /** The product that they signed up by; null where it is not known. */
  readonly site: string | null;
  /** The values of fields of the school's own, by their keys. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface PeopleChange {
  /** The number of the change that the store has to be at. */
  readonly from: number;
  /** That of this one, greater than any before; its negative while more is to come, until which the store does not have everybody. */
  readonly to: number;
  /** Removes everybody first. */
  readonly all?: true;
  /** Who is new or has changed; each once. */
  readonly people: readonly StoredPerson[];
  /** Ids of those of whom nothing is known any more. */
  readonly gone: readonly string[];
}

export const peopleColumns = {
  person: 'BIGINT',
  grade: 'INTEGER',
  signed_up: 'BIGINT',
  site: 'VARCHAR',
  fields: 'VARCHAR',
} as const;

/** Hashes as rows of `events` have them. */
export const personsOf = (users: readonly string[]): readonly bigint[] =>
  users.flatMap(user => personOf({ user }) ?? []);

export const peopleCells = (people: readonly StoredPerson[]): Columns => ({
  person: personsOf(people.map(({ user }) => user)),
  grade: people.map(({ grade }) => grade),
  signed_up: people.map(({ signedUp }) => signedUp),
  site: people.map(({ site }) => site),
  fields: people.map(({ fields }): Cell => JSON.stringify(fields)),
});
