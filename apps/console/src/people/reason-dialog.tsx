/** Confirms an action that needs a reason for the audit log. */
import { useState } from 'react';
import { useWords } from '../console-context.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../parts/confirm-dialog.tsx';
import { TextArea, textIn } from '../parts/text-field.tsx';
import { remedyWords } from './remedy-words.ts';

export interface ReasonDialogProps extends Omit<ConfirmDialogProps<unknown>, 'onConfirm' | 'onDone'> {
  /** What the reason is for. @default how the operator made sure who asks */
  readonly rule?: string;
  readonly work: (reason: string, signal: AbortSignal, data: FormData) => Promise<unknown>;
}

/** The other fields stand above the reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { rule, validate, work, children, ...dialog } = props;
  const words = useWords(remedyWords);
  const [missing, setMissing] = useState(false);
  return (
    <ConfirmDialog
      {...dialog}
      validate={data => {
        const empty = textIn(data, 'reason') === '';
        setMissing(empty);
        const right = validate?.(data) ?? true;
        return right && !empty;
      }}
      onConfirm={(data, signal) => work(String(data.get('reason')), signal, data)}
    >
      {children}
      <TextArea
        label={words.reason}
        rule={rule ?? words.reasonRule}
        error={missing ? words.reasonMissing : undefined}
        name="reason"
        maxLength={500}
        onInput={() => setMissing(false)}
      />
    </ConfirmDialog>
  );
}
