/** Pupils under 14 and their guardians; `auth.requires` of a sign-in's answer tells what a person is asked first. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import type { Auth } from './client.ts';
import { endsSession } from './effects.ts';
import { method } from './method.ts';
import { withoutMiddleDot } from './middle-dot.ts';

/**
 * What the caller is asked about their age, and how far the guardian's consent is.
 * @example const { asks, guardian } = await getAge(auth);
 * @see `docs/minors.md`
 */
export const getAge: ClientMethod<typeof contract.getAge> = method(contract.getAge);
/**
 * Sets the caller's year of birth, once. Needs a fresh proof: under 14 it closes the account until a guardian
 * consents.
 *
 * @example const { asks } = await setAge(auth, { birth_year: 2014 });
 * @see `docs/minors.md`
 */
export const setAge: ClientMethod<typeof contract.setAge> = method(contract.setAge);
/**
 * Sends a link to the caller's guardian, three times a day at most.
 * @example const { guardian } = await askGuardian(auth, { phone_number });
 * @see `docs/minors.md`
 */
export const askGuardian: ClientMethod<typeof contract.askGuardian> = method(contract.askGuardian);
/**
 * Deletes the account of a caller who waits for a guardian.
 * @example await withdrawSignUp(auth);
 * @see `docs/minors.md`
 */
export const withdrawSignUp: ClientMethod<typeof contract.withdrawSignUp> = method(
  contract.withdrawSignUp,
  endsSession,
);
/**
 * Opens the link of a message to a guardian, with the six digits that the pupil sees. Five wrong ones void the link.
 * @example const { children } = await openGuardianLink(auth, { token, captcha: '123456' });
 * @see `docs/minors.md`
 */
export const openGuardianLink: ClientMethod<typeof contract.openGuardianLink> = method(
  contract.openGuardianLink,
);
/**
 * Sends a code to a guardian's number. It is sent to a number without pupils too.
 * @example const { retry_after } = await sendGuardianCaptcha(auth, { phone_number });
 * @see `docs/minors.md`
 */
export const sendGuardianCaptcha: ClientMethod<typeof contract.sendGuardianCaptcha> = method(
  contract.sendGuardianCaptcha,
);
/**
 * The pupils for whom the number consented at any time, by the code to it. Others open by their link alone.
 * @example const { ticket, children } = await openGuardian(auth, { phone_number, captcha: '123456' });
 * @see `docs/minors.md`
 */
export const openGuardian: ClientMethod<typeof contract.openGuardian> = method(contract.openGuardian);
/**
 * Sends the guardian's decision about a pupil.
 * @example await decideForChild(auth, { ticket, account_id, decision: 'refuse' });
 * @see `docs/minors.md`
 */
export const decideForChild: ClientMethod<typeof contract.decideForChild> = method(contract.decideForChild);
/**
 * Corrects a pupil's full name and birthday. A birthday tells when the person turns 14 to the day; one that makes the
 * pupil old enough has to be in the year that the pupil gave.
 *
 * @example await correctChild(auth, { ticket, account_id, fullname: '李小明' });
 * @see `docs/minors.md`
 */
export const correctChild: ClientMethod<typeof contract.correctChild> = withoutMiddleDot(
  method(contract.correctChild),
);
/**
 * All that is kept of a pupil's account, as `exportAccountData` gives it, and a link to what was reported of its use;
 * ten times in 24 hours.
 *
 * @example const { usage_link } = await exportChildData(auth, { ticket, account_id });
 * @see `docs/minors.md`
 */
export const exportChildData: ClientMethod<typeof contract.exportChildData> = method(
  contract.exportChildData,
);

/**
 * The address of a pupil's events, by the `usage_link` of `exportChildData`: 404 until they are put together.
 * @example location.assign(childUsageUrl(auth, usage_link));
 * @see `docs/minors.md`
 */
export const childUsageUrl = (auth: Auth, link: string): string =>
  `${contract.baseHost(auth.params, 'main')}${link}&plain=1`;
