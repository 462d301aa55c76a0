/** Words of the form that confirms an act by a code. */
import type { Language } from '@rollcall/ui';

const en = {
  submit: 'Confirm',
  submitting: 'Confirming…',
  done: 'Confirmed.',
};

export type ConfirmPhoneWords = typeof en;

/**
 * The built-in words of `ConfirmPhone`, by language.
 * @see `docs/react.md`
 */
export const confirmPhoneWords: Readonly<Record<Language, ConfirmPhoneWords>> = {
  en,
  'zh-CN': {
    submit: '确认',
    submitting: '正在确认…',
    done: '已确认。',
  },
};
