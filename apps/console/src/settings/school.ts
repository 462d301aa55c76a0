/** What the first run asks for beside the first admin, in its form. */
import { type FirstSetting, firstSettings } from '@rollcall/contract/console';
import { textIn } from '../parts/text-field.tsx';

/** Stands before the names of the fields. */
export const SCHOOL_FIELD = 'school-';
export const SAMPLE_FIELD = 'sample';
export const VARIABLES = {
  name: 'ROLLCALL_NAME',
  name_en: 'ROLLCALL_NAME_EN',
  mark: 'ROLLCALL_MARK',
  colour: 'ROLLCALL_COLOUR',
} as const satisfies Record<FirstSetting, string>;

/** Whether a form asks for sample data. */
export const wantsSample = (data: FormData): boolean => data.get(SAMPLE_FIELD) !== null;

/** What a form with these fields says of the school. */
export const schoolOf = (data: FormData): Partial<Record<FirstSetting, string>> =>
  Object.fromEntries(
    firstSettings.flatMap(one => {
      const value = textIn(data, SCHOOL_FIELD + one);
      return value === '' ? [] : [[one, value]];
    }),
  );
