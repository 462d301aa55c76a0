/** The profile form. */
import { fields as rules, type Profile } from '@rollcall/contract';
import { type FormEvent, type ReactNode, useId } from 'react';
import { controlProps, Field, type FieldFrame } from '../fields/field.tsx';
import fieldsCss from '../fields/fields.module.css';
import { DateInput } from '../fields/date-input.tsx';
import { Select } from '../fields/select.tsx';
import { TextInput } from '../fields/text-input.tsx';
import type { FieldBinding } from '../fields/field-binding.ts';
import { SubmitButton } from '../task/submit-button.tsx';
import { FormError } from '../problem/form-error.tsx';
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { profileWords } from './profile-words.ts';
import css from './profile.module.css';
import type { Grades } from '../account/use-account.ts';
import { useProfileForm } from './use-profile.ts';
import type { ProfileField } from './values.ts';

function Choice(props: FieldFrame & { field: FieldBinding; children: ReactNode }) {
  return (
    <Field {...props}>
      <Select {...controlProps(props)} {...props.field}>
        {props.children}
      </Select>
    </Field>
  );
}

/**
 * Draws the form of the profile. Give it the profile's id as `key`.
 *
 * @param props.profile fills the form when it appears
 * @param props.onSaved called with each saved profile
 * @example <ProfileForm key={profile.id} profile={profile} grades={grades} />
 * @see `docs/react.md`
 */
export function ProfileForm(props: {
  profile: Profile;
  grades: Grades;
  onSaved?: (profile: Profile) => void;
}) {
  const { phrases } = useRollcall();
  const flow = useProfileForm(props.profile, props.onSaved);
  const id = useId();
  const words = useWords('profile', profileWords);
  const labels: Record<ProfileField, string> = {
    nickname: words.nickname,
    fullname: words.fullname,
    sex: words.sex,
    birthday: words.birthday,
    grade: words.grade,
    qq: words.qq,
    description: words.description,
  };
  const frame = (name: ProfileField) => ({
    id: id + name,
    label: labels[name],
    ...flow.inputProps(name),
  });
  const nickname = frame('nickname');
  const mistake =
    nickname.problem?.name === 'InvalidNickname'
      ? rules.nicknameMistake(flow.fields.values.nickname.trim())
      : undefined;
  const description = frame('description');
  const left = 50 - rules.countCharacters(flow.fields.values.description);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    flow.submit();
  };
  return (
    <form className={css.form} method="post" noValidate onSubmit={submit} aria-label={words.title}>
      <div role="alert">
        {flow.wrong.length > 1 ? (
          <div className={css.summary}>
            <strong>{phrases.work.summary(flow.wrong.length)}</strong>
            <ul>
              {flow.wrong.map(name => (
                <li key={name}>
                  <a
                    href={`#${id}${name}`}
                    onClick={event => {
                      event.preventDefault();
                      flow.fields.focus(name);
                    }}
                  >
                    {labels[name]}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
      <FormError problem={flow.problem} retry={flow.retry} />
      <div className={css.grid}>
        <TextInput
          {...nickname}
          rule={words.nicknameRule}
          remedy={mistake === undefined ? undefined : words.nicknameMistake(mistake)}
          autoComplete="nickname"
          maxLength={80}
          required
        />
        <TextInput {...frame('fullname')} rule={words.fullnameRule} autoComplete="name" maxLength={60} />
        <Choice {...frame('sex')}>
          <option value="">{words.unsaid}</option>
          <option value="0">{words.female}</option>
          <option value="1">{words.male}</option>
        </Choice>
        <DateInput {...frame('birthday')} autoComplete="bday" min="1900-01-01" figures />
        <Choice {...frame('grade')}>
          <option value="">{words.unsaid}</option>
          {props.grades.map(grade => (
            <option key={grade.id} value={grade.id}>
              {grade.name}
            </option>
          ))}
        </Choice>
        <TextInput {...frame('qq')} rule={words.qqRule} inputMode="numeric" maxLength={24} figures />
        <div className={css.wide}>
          <Field {...description} rule={words.descriptionLeft(left)}>
            <div className={fieldsCss.control}>
              <textarea
                {...controlProps({ ...description, rule: true })}
                {...description.field}
                className={fieldsCss.input}
                rows={3}
              />
            </div>
          </Field>
        </div>
      </div>
      <SubmitButton task={flow.task} label={words.save} busy={words.saving} />
      <p aria-live="polite" className={css.saved}>
        {flow.saved === 'unchanged'
          ? words.unchanged
          : flow.saved
            ? words.saved(dateFormat(localeOf(phrases), { timeStyle: 'short' }).format(flow.saved))
            : null}
      </p>
    </form>
  );
}
