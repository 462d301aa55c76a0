/** The profile section: the picture and the form. */
import { Loaded } from '../account/loaded.tsx';
import { type AccountState, useAccount } from '../account/use-account.ts';
import { ProfilePicture } from './picture.tsx';
import { ProfileForm } from './profile-form.tsx';

/**
 * Draws the profile section of the account page: picture and form.
 *
 * @param props.account the state of the page around it; without it the account is loaded
 * @example <ProfileSettings />
 * @see `docs/react.md`
 */
export function ProfileSettings({ account: given }: { account?: AccountState }) {
  const state = useAccount(given);
  return (
    <Loaded value={state.account} task={state.task}>
      {({ profile, grades }) => (
        <>
          <ProfilePicture profile={profile} onProfile={state.setProfile} />
          <ProfileForm key={profile.id} profile={profile} grades={grades} onSaved={state.setProfile} />
        </>
      )}
    </Loaded>
  );
}
