/** Changing the profile. Draws nothing. */
import { updateProfile } from '@rollcall/account';
import type { Profile } from '@rollcall/contract';
import { useState } from 'react';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';
import { changeOf, type ProfileField, profileRules, type ProfileTexts, textsOf } from './values.ts';

const now = () => Date.now();

export interface ProfileFlow extends Form<ProfileField> {
  /** The fields with problems, in the form's order. */
  readonly wrong: readonly ProfileField[];
  /** When it was last saved, in milliseconds since 1970; `unchanged`: there was nothing to save. */
  readonly saved: number | 'unchanged' | undefined;
}

/**
 * Holds the profile form. Only the fields that were changed are sent.
 *
 * @param profile fills the form when it appears; later ones are ignored
 * @param onSaved called with each saved profile
 * @example const { inputProps, submit, saved } = useProfileForm(profile);
 * @see `docs/react.md`
 */
export function useProfileForm(profile: Profile, onSaved?: (profile: Profile) => void): ProfileFlow {
  const auth = useAuth();
  const [baseline, setBaseline] = useState<ProfileTexts>(() => textsOf(profile));
  const [rules] = useState(() => profileRules(baseline));
  const [saved, setSaved] = useState<number | 'unchanged'>();
  const names = Object.keys(rules) as ProfileField[];
  const form = useForm<ProfileField>({
    rules,
    draft: `profile.${profile.id}`,
    problemPlaces: { NameRefused: 'nickname', NameOfSchool: 'nickname', NameUnapproved: 'nickname' },
    onEdit: () => setSaved(undefined),
    submit: async (values, signal) => {
      const change = changeOf(baseline, values);
      if (Object.keys(change).length === 0) {
        setSaved('unchanged');
        return;
      }
      setSaved(undefined);
      const typed = form.fields.read();
      const answer = await updateProfile(auth(), change, { signal });
      const texts = textsOf(answer);
      setBaseline(texts);
      // a field that was edited while the form was being sent keeps its text
      const meanwhile = form.fields.read();
      for (const name of names) if (meanwhile[name] === typed[name]) form.fields.set(name, texts[name]);
      setSaved(now());
      onSaved?.(answer);
    },
  });
  return { ...form, wrong: names.filter(name => form.problems[name]), saved };
}
