/** Confirms an action that needs a reason for the audit log. */
import { type ReactNode, useState } from 'react';
import { useWords } from '../console-context.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextArea } from '../parts/text-field.tsx';
import { remedyWords } from './remedy-words.ts';

export interface ReasonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly busy: string;
  /** What the button says. @default the title */
  readonly label?: string;
  /** What the reason is for. @default how the operator made sure who asks */
  readonly rule?: string;
  /** Returns false where the other fields can't be submitted yet. */
  readonly validate?: (data: FormData) => boolean;
  readonly work: (reason: string, signal: AbortSignal, data: FormData) => Promise<unknown>;
  readonly onClose: () => void;
  /** The other fields, above the reason. */
  readonly children?: ReactNode;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, busy, label = title, rule, validate, work, onClose, children } = props;
  const words = useWords(remedyWords);
  const [missing, setMissing] = useState(false);
  return (
    <ConfirmDialog
      title={title}
      text={text}
      label={label}
      busy={busy}
      onClose={onClose}
      validate={data => {
        const empty = String(data.get('reason') ?? '').trim() === '';
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
