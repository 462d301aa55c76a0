/** The form that confirms an act of the site by a code to a phone number. */
import { DoneNotice } from '../forms/done-notice.tsx';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PhoneCodeFields } from '../forms/phone-code-fields.tsx';
import { useWords } from '../provider/use-words.ts';
import { type ConfirmPhoneOptions, useConfirmPhone } from './use-confirm-phone.ts';
import { confirmPhoneWords } from './words.ts';

export interface ConfirmPhoneProps extends ConfirmPhoneOptions {
  /** What is confirmed, as the words of the button and the form's name. @default 'Confirm' */
  readonly label?: string;
  /** @default none */
  readonly slots?: FormSlots;
}

/**
 * Draws the form that proves a number by a code, for an act of the site. Afterwards the form's place says that it is
 * confirmed.
 *
 * @example <ConfirmPhone onTicket={ticket => console.log(ticket)} />
 * @see `docs/tokens.md`
 */
export function ConfirmPhone({ onTicket, label, slots }: ConfirmPhoneProps) {
  const words = useWords('confirmPhone', confirmPhoneWords);
  const { form, done } = useConfirmPhone({ onTicket });
  if (done) return <DoneNotice text={words.done} />;
  return (
    <FlowForm
      form={form}
      label={label ?? words.submit}
      slots={slots}
      submitLabel={label ?? words.submit}
      busyLabel={words.submitting}
    >
      <PhoneCodeFields form={form} />
    </FlowForm>
  );
}
