/** The dialog that names something kept: a question, a dashboard or a cohort, and says who sees it. */
import { type Role, roles } from '@rollcall/contract/console';
import { type ReactNode, useState } from 'react';
import { useWords } from '../console-context.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { askWords } from './words.ts';

const read = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

export interface Named {
  readonly name: string;
  readonly about: string;
  readonly shared: Role;
  readonly by_link: boolean;
}

const readNamed = (data: FormData): Named => ({
  name: read(data, 'name'),
  about: read(data, 'about'),
  shared: roles.find(role => role === read(data, 'shared')) ?? 'viewer',
  by_link: read(data, 'by_link') === 'yes',
});

export function NamedDialog<T>(props: {
  title: string;
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
      label={words.save}
      busy={words.saving}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
      validate={data => {
        const none = readNamed(data).name === '';
        setMissing(none);
        return !none;
      }}
      onConfirm={(data, signal) => onConfirm(readNamed(data), data, signal)}
    >
      <Field label={words.name} error={missing ? words.nameNeeded : undefined}>
        {control => (
          <input
            {...control}
            name="name"
            maxLength={64}
            autoComplete="off"
            defaultValue={given?.name ?? ''}
            onInput={() => setMissing(false)}
          />
        )}
      </Field>
      <Field label={words.about} optional>
        {control => (
          <textarea {...control} name="about" rows={2} maxLength={500} defaultValue={given?.about ?? ''} />
        )}
      </Field>
      {sharing ? (
        <>
          <Field label={words.shared}>
            {control => (
              <select {...control} name="shared" defaultValue={given?.shared ?? 'viewer'}>
                {roles.map(role => (
                  <option key={role} value={role}>
                    {words.sharedWith[role]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={words.byLink}>
            {control => (
              <select {...control} name="by_link" defaultValue={given?.by_link ? 'yes' : 'no'}>
                <option value="no">{words.byLinkNo}</option>
                <option value="yes">{words.byLink}</option>
              </select>
            )}
          </Field>
        </>
      ) : null}
      {children}
    </ConfirmDialog>
  );
}
