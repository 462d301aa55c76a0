/** Pupils under 14 and their guardians; `auth.requires` of a sign-in's answer tells what a person is asked first. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import type { Auth } from './client.ts';
import { signsOut } from './effects.ts';
import { method } from './method.ts';

export const getAge: ClientMethod<typeof contract.getAge> = method(contract.getAge);
export const setAge: ClientMethod<typeof contract.setAge> = method(contract.setAge);
export const askGuardian: ClientMethod<typeof contract.askGuardian> = method(contract.askGuardian);
export const withdrawSignUp: ClientMethod<typeof contract.withdrawSignUp> = method(
  contract.withdrawSignUp,
  signsOut,
);
export const openGuardianLink: ClientMethod<typeof contract.openGuardianLink> = method(
  contract.openGuardianLink,
);
export const sendGuardianCaptcha: ClientMethod<typeof contract.sendGuardianCaptcha> = method(
  contract.sendGuardianCaptcha,
);
export const openGuardian: ClientMethod<typeof contract.openGuardian> = method(contract.openGuardian);
export const decideForChild: ClientMethod<typeof contract.decideForChild> = method(contract.decideForChild);
export const correctChild: ClientMethod<typeof contract.correctChild> = method(contract.correctChild);
export const exportChildData: ClientMethod<typeof contract.exportChildData> = method(
  contract.exportChildData,
);

/** The address of a pupil's events, by the `usage_link` of `exportChildData`: 404 until they are put together. */
export const childUsageUrl = (auth: Auth, link: string): string =>
  `${contract.baseHost(auth.params, 'main')}${link}&plain=1`;
