/** The form that binds a phone number to a signed-in account that has none. */
import { DoneNotice } from '../forms/done-notice.tsx';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PhoneCodeFields } from '../forms/phone-code-fields.tsx';
import { useWords } from '../provider/use-words.ts';
import { securityWords } from '../security/words.ts';
import { accountWords } from '../account/words.ts';
import { useBindPhone } from './use-bind-phone.ts';

export interface BindPhoneProps {
  /** Called once, when the number is the account's. */
  readonly onBound?: () => void;
  /** @default none */
  readonly slots?: FormSlots;
}

/**
 * Draws the form that binds a number to an account without one. Afterwards the form's place says that the number is
 * bound.
 *
 * @example <BindPhone onBound={close} />
 * @see `docs/react.md`
 */
export function BindPhone({ onBound, slots }: BindPhoneProps) {
  const { phone: words } = useWords('security', securityWords);
  const { saving } = useWords('account', accountWords);
  const { form, done } = useBindPhone({ onBound });
  if (done) return <DoneNotice text={words.bound} />;
  return (
    <FlowForm form={form} label={words.bind} slots={slots} submitLabel={words.bind} busyLabel={saving}>
      <PhoneCodeFields form={form} />
    </FlowForm>
  );
}
