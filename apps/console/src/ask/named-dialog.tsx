/** The dialog that names something kept: a question, a dashboard or a cohort, and says who sees it. */
import { type Role, roles } from '@rollcall/contract/console';
import { type ReactNode, useState } from 'react';
import { useWords } from '../console-context.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { TextArea, TextField, textIn } from '../parts/text-field.tsx';
import { askWords } from './words.ts';

export interface Named {
  readonly name: string;
  readonly about: string;
  readonly shared: Role;
  readonly by_link: boolean;
}

const readNamed = (data: FormData): Named => ({
  name: textIn(data, 'name'),
  about: textIn(data, 'about'),
  shared: roles.find(role => role === textIn(data, 'shared')) ?? 'viewer',
  by_link: textIn(data, 'by_link') === 'yes',
});

export function NamedDialog<T>(props: {
  /** @default that it is saved */
  title?: string;
  given?: Partial<Named> | undefined;
  /** Whether it is shared with roles, and by its address. @default true */
  sharing?: boolean;
  /** Further fields. */
  children?: ReactNode;
  onConfirm: (named: Named, data: FormData, signal: AbortSignal) => Promise<T>;
  /** @default onClose */
  onDone?: (result: T) => void;
  onClose: () => void;
}) {
  const { title, given, sharing = true, children, onConfirm, onDone, onClose } = props;
  const words = useWords(askWords);
  const [missing, setMissing] = useState(false);
  return (
    <ConfirmDialog
      title={title}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
      validate={data => {
        const none = readNamed(data).name === '';
        setMissing(none);
        return !none;
      }}
      onConfirm={(data, signal) => onConfirm(readNamed(data), data, signal)}
    >
      <TextField
        label={words.name}
        error={missing ? words.nameNeeded : undefined}
        name="name"
        maxLength={64}
        autoComplete="off"
        defaultValue={given?.name ?? ''}
        onInput={() => setMissing(false)}
      />
      <TextArea
        label={words.about}
        optional
        name="about"
        rows={2}
        maxLength={500}
        defaultValue={given?.about ?? ''}
      />
      {sharing ? (
        <>
          <SelectField
            label={words.shared}
            name="shared"
            defaultValue={given?.shared ?? 'viewer'}
            options={labelled(roles, words.sharedWith)}
          />
          <SelectField
            label={words.byLink}
            name="by_link"
            defaultValue={given?.by_link ? 'yes' : 'no'}
            options={[
              ['no', words.byLinkNo],
              ['yes', words.byLink],
            ]}
          />
        </>
      ) : null}
      {children}
    </ConfirmDialog>
  );
}
