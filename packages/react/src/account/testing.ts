/** Test helpers: an account as the server answers it. */
import type { Profile } from '@rollcall/contract';
import type { fakeServer } from '../testing.tsx';
import type { Grades, Privacy } from './use-account.ts';

export const PROFILE: Profile = {
  id: '1',
  nickname: '小满',
  avatar_url: null,
  fullname: null,
  birthday: null,
  sex: null,
  qq: null,
  description: null,
  grade: null,
};

export const PRIVACY: Privacy = {
  id: '1',
  phone_number: '138****8000',
  email: null,
  username: null,
  has_password: true,
  password_too_common: false,
  oauths: { wechat: false, qq: false },
  deletion_due_at: null,
};

/** Answers the three calls that load an account. */
export async function answerAccount(
  server: ReturnType<typeof fakeServer>,
  answers: { profile?: Profile; privacy?: Privacy; grades?: Grades } = {},
): Promise<void> {
  await server.of('accounts/profile')[0]?.answer(200, { data: answers.profile ?? PROFILE });
  await server.of('accounts/privacy')[0]?.answer(200, { data: answers.privacy ?? PRIVACY });
  await server
    .of('accounts/grade-list')[0]
    ?.answer(200, { data: answers.grades ?? [{ id: 7, name: '初一' }] });
}
