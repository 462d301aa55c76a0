/** For tests: pupils under 14 and their guardians, over HTTP. */
import { sql } from 'kysely';
import { deleteDue } from '../data/deletion.ts';
import { createBirthYears } from '../minors/birth-years.ts';
import { newPhone } from '../testing.ts';
import { createGuardianLinks } from '../minors/guardian-links.ts';
import type { HttpAccounts } from './http.ts';

/** Years that a pupil of these tests is old at most. */
const YOUNG = 9;

export const minorsSteps = (context: HttpAccounts) => {
  const { call, server } = context;
  const links = createGuardianLinks(server.app.config.secret);
  const birthYear = () => new Date(server.now()).getUTCFullYear() - YOUNG;

  /** A person who said to be nine years old, and waits. */
  const pupil = async () => {
    const person = await context.visitor();
    await call('setAge', { token: person.access, body: { birth_year: birthYear() } });
    return person;
  };
  /** A pupil who asked a guardian: the token of the link, and the digits that the pupil sees. */
  const requested = async (guardian = newPhone()) => {
    const person = await pupil();
    return { ...person, guardian, ...(await ask(person, guardian)) };
  };
  const ask = async (person: { readonly id: string; readonly access: string }, guardian: string) => {
    const body = { phone_number: guardian };
    const state = await call('askGuardian', { token: person.access, body });
    const name = await server.app.db
      .selectFrom('guardianships')
      .select(['account_id', 'created_at', 'link'])
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    return { token: links.token(name), captcha: state.guardian?.code ?? '' };
  };
  /** A guardian who opened the link. */
  const opened = async (guardian?: string) => {
    const one = await requested(guardian);
    const { token, captcha } = one;
    const { ticket, children } = await call('openGuardianLink', { body: { token, captcha } });
    const ids = children[0]?.agreements.map(({ id }) => id) ?? [];
    return { ...one, ticket, ids };
  };
  /** A pupil whose guardian consented. */
  const consented = async (guardian?: string) => {
    const one = await opened(guardian);
    const { id, ticket, ids } = one;
    const body = { ticket, account_id: id, decision: 'consent', agreement_ids: ids } as const;
    await call('decideForChild', { body });
    return one;
  };
  /**
   * A pupil's account is deleted, and somebody signs up with the same number again.
   * @param lived milliseconds from the sign-up to the deletion
   */
  const again = async (lived = 16 * 24 * 3600 * 1000) => {
    const { db } = server.app;
    const first = await pupil();
    await sql`update accounts set created_at = ${new Date(server.now() - lived)}, deletion_due_at = ${new Date(server.now())}
      where id = ${first.id}`.execute(db);
    const years = createBirthYears(server.app.config.secret);
    const pictures = { remove: async () => {} } as never;
    await deleteDue(db, pictures, server.now(), (trx, id) => years.remember(trx, id, server.now()));
    // A number gets one code a minute.
    server.now.move(2 * 60_000);
    return context.visitor(first.phone);
  };
  /** Makes a pupil with a guardian's consent of an account. */
  const guard = async (person: { readonly id: string; readonly access: string }) => {
    await call('setAge', { token: person.access, body: { birth_year: birthYear() } });
    const { ticket, children } = await call('openGuardianLink', { body: await ask(person, newPhone()) });
    const agreement_ids = children[0]?.agreements.map(({ id }) => id) ?? [];
    const body = { ticket, account_id: person.id, decision: 'consent', agreement_ids } as const;
    await call('decideForChild', { body });
  };
  return { again, guard, links, birthYear, pupil, ask, requested, opened, consented };
};
