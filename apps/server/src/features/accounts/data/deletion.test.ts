/** Over HTTP: an account is deleted after 15 days, and until then there is a way back. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DELETION_WAIT, deleteDue } from './deletion.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { PASSWORD, refusalOf } from '../testing.ts';
import { picture } from '../testing/valid-requests.ts';
import { folderPictures } from '../../../pictures/folder-pictures.ts';
import type { Pictures } from '../../../pictures/pictures.ts';

let context: HttpAccounts;
let pictures: Pictures;
beforeAll(async () => {
  context = await httpAccounts();
  pictures = folderPictures(join(context.server.app.config.data, 'pictures'));
});
afterAll(() => context?.close());

const ask = (token: string) => context.call('requestDeletion', { token, body: { password: PASSWORD } });
const dueAt = async (token: string) => (await context.call('getPrivacy', { token })).deletion_due_at;

test('a request answers the day, a second one the same day, and the other sessions end', async () => {
  const { access, phone } = await context.member();
  const other = (await context.signIn(phone)).auth.token.access.token;
  const due = await ask(access);
  expect(due).toEqual({ deletion_due_at: context.server.now() + DELETION_WAIT });
  context.server.now.move(1000);
  expect(await ask(access)).toEqual(due);
  expect(await dueAt(access)).toBe(due.deletion_due_at);
  expect(await refusalOf(context.call('getProfile', { token: other }))).toMatchObject({
    refusal: 'TokenInvalid',
  });
});

test('a sign-in before the day shows it, and cancelling keeps the account', async () => {
  const { access, phone, id } = await context.member();
  await ask(access);
  const token = (await context.signIn(phone)).auth.token.access.token;
  expect(await dueAt(token)).not.toBeNull();
  await context.call('cancelDeletion', { token });
  expect(await dueAt(token)).toBeNull();
  expect(
    await deleteDue(context.server.app.db, pictures, context.server.now() + 2 * DELETION_WAIT),
  ).not.toContain(id);
});

test('on the day the account and every row that refers to it are deleted, and the number is free', async () => {
  const { access, phone, id } = await context.member();
  await ask(access);
  const { db } = context.server.app;
  const at = context.server.now() + DELETION_WAIT;
  expect(await deleteDue(db, pictures, at - 1)).not.toContain(id);
  const beside: string[] = [];
  const ended = await Promise.all([
    deleteDue(db, pictures, at, async (_, account) => void beside.push(account)),
    deleteDue(db, pictures, at, async (_, account) => void beside.push(account)),
  ]);
  expect(ended.flat().filter(deleted => deleted === id)).toEqual([id]);
  expect(beside).toContain(id);
  expect(await refusalOf(context.call('getProfile', { token: access }))).toMatchObject({
    refusal: 'TokenInvalid',
  });
  context.server.now.move(60_000);
  expect(await refusalOf(context.signIn(phone))).toMatchObject({ refusal: 'WrongCredentials' });
  expect((await context.visitor(phone)).id).not.toBe(id);
});

test('if a part of the deletion fails, the account is kept until the next run', async () => {
  const { access, id } = await context.member();
  await ask(access);
  const { db } = context.server.app;
  const at = context.server.now() + DELETION_WAIT;
  const fail = async () => {
    throw new Error('not now');
  };
  await expect(deleteDue(db, pictures, at, fail)).rejects.toThrow('not now');
  expect(await deleteDue(db, pictures, at)).toContain(id);
});

test('the picture is deleted with the account', async () => {
  const { access } = await context.member();
  const { avatar_url } = await context.call('uploadAvatar', {
    token: access,
    file: await picture(),
    headers: { 'content-type': 'image/png' },
  });
  const status = async () => (await fetch(`${context.server.url}${avatar_url}`)).status;
  await ask(access);
  expect(await status()).toBe(200);
  await deleteDue(context.server.app.db, pictures, context.server.now() + DELETION_WAIT);
  expect(await status()).toBe(404);
});
