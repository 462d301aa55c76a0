/** What the first run asks for beside the first admin, in its form. */
import { type FirstSetting, firstSettings } from '@rollcall/contract/console';

/** Stands before the names of the fields. */
export const SCHOOL_FIELD = 'school-';
export const VARIABLES = {
  name: 'ROLLCALL_NAME',
  name_en: 'ROLLCALL_NAME_EN',
  mark: 'ROLLCALL_MARK',
  colour: 'ROLLCALL_COLOUR',
} as const satisfies Record<FirstSetting, string>;

/** What a form with these fields says of the school. */
export const schoolOf = (data: FormData): Partial<Record<FirstSetting, string>> =>
  Object.fromEntries(
    firstSettings.flatMap(one => {
      const value = String(data.get(SCHOOL_FIELD + one) ?? '').trim();
      return value === '' ? [] : [[one, value]];
    }),
  );
