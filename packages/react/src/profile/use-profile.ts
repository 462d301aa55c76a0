/** Changing the profile. Draws nothing. */
import { updateProfile } from '@rollcall/account';
import type { Profile } from '@rollcall/contract';
import { useState } from 'react';
import { fieldOf, type Problem, type Problems } from '../problem/problem.ts';
import { type FormFields, useFormFields } from '../forms/use-form-fields.ts';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth } from '../provider/provider.tsx';
import { changeOf, mistakesOf, type ProfileField, type ProfileTexts, textsOf } from './values.ts';

const ORDER = [
  'nickname',
  'fullname',
  'sex',
  'birthday',
  'grade',
  'qq',
  'description',
] as const satisfies readonly ProfileField[];

export interface ProfileFlow {
  readonly fields: FormFields<ProfileField>;
  readonly task: Task;
  readonly problems: Problems<ProfileField>;
  /** The fields with problems, in the form's order. */
  readonly wrong: readonly ProfileField[];
  readonly problem: Problem | undefined;
  /** When it was last saved, in milliseconds since 1970; `unchanged`: there was nothing to save. */
  readonly saved: number | 'unchanged' | undefined;
  readonly save: () => void;
}

const localDay = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-');

/** Holds the profile form, filled with `profile` once. Only what was changed is sent. */
export function useProfileForm(profile: Profile, onSaved?: (profile: Profile) => void): ProfileFlow {
  const auth = useAuth();
  const [baseline, setBaseline] = useState<ProfileTexts>(() => textsOf(profile));
  const [problems, setProblems] = useState<Problems<ProfileField>>({});
  const [saved, setSaved] = useState<number | 'unchanged'>();
  const fields = useFormFields<ProfileField>({
    initial: baseline,
    draft: `profile.${profile.id}`,
    onEdit: name => {
      setProblems(now => ({ ...now, [name]: undefined }));
      setSaved(undefined);
    },
  });
  const task = useTask(found => {
    const field = fieldOf(found, ORDER);
    if (!field) return;
    setProblems({ [field]: found });
    fields.focus(field);
  });

  const save = () => {
    const raw = fields.read();
    const texts: ProfileTexts = {
      ...raw,
      nickname: raw.nickname.trim(),
      fullname: raw.fullname.trim().replace(/\s+/g, ' '),
      qq: raw.qq.normalize('NFKC').trim(),
      description: raw.description.replace(/\r\n?/g, '\n').trim(),
    };
    const mistakes = mistakesOf(texts, localDay(new Date()));
    const found: { -readonly [F in ProfileField]?: Problem } = {};
    for (const field of ORDER) {
      const name = mistakes[field];
      if (name) found[field] = { name };
    }
    setProblems(found);
    setSaved(undefined);
    const first = ORDER.find(field => found[field]);
    if (first) {
      fields.focus(first);
      return;
    }
    const change = changeOf(baseline, texts);
    if (Object.keys(change).length === 0) {
      task.clear();
      setSaved('unchanged');
      return;
    }
    task.run(async signal => {
      const now = await updateProfile(auth(), change, { signal });
      const shown = textsOf(now);
      setBaseline(shown);
      // what was typed while it was being saved stays
      const meanwhile = fields.read();
      for (const field of ORDER) if (meanwhile[field] === raw[field]) fields.set(field, shown[field]);
      fields.forget();
      setSaved(Date.now());
      onSaved?.(now);
    });
  };

  const beside = Object.values(problems);
  return {
    fields,
    task,
    problems,
    wrong: ORDER.filter(field => problems[field]),
    problem:
      task.problem && !beside.includes(task.problem) && !fieldOf(task.problem, ORDER)
        ? task.problem
        : undefined,
    saved,
    save,
  };
}
