import { getProfile, logout } from '@rollcall/account';
import { readonly, ref, shallowRef } from 'vue';
import { auth } from './rollcall';

type Profile = Awaited<ReturnType<typeof getProfile>>;

const signedIn = ref(auth.signedIn());
const profile = shallowRef<Profile>();

/** Counts the changes: an answer that comes after the next one is not shown. */
let change = 0;
const follow = async (now: boolean): Promise<void> => {
  const mine = ++change;
  signedIn.value = now;
  profile.value = undefined;
  if (!now) return;
  // Without a network the page is shown without the name.
  const found = await getProfile(auth).catch(() => undefined);
  if (mine === change) profile.value = found;
};
auth.onChange((now, anotherPerson) => (anotherPerson ? location.reload() : void follow(now)));
void follow(auth.signedIn());

/** `profile` is undefined until it is loaded; `signOut` ends the session on the server. */
export const useSession = () => ({
  signedIn: readonly(signedIn),
  profile: readonly(profile),
  signOut: () => logout(auth),
});
