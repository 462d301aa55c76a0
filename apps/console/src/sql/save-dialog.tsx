/** The dialog that saves a statement under a name. */
import type { SavedSql } from '@rollcall/contract/console';
import { useState } from 'react';
import { useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField, textIn } from '../parts/text-field.tsx';
import { sqlWords } from './words.ts';

export function SaveDialog(props: {
  sql: string;
  saved: readonly SavedSql[];
  /** Of the one that it began with. */
  name: string;
  onClose: () => void;
  onSaved: (id: string) => void;
}) {
  const { sql, saved, name, onClose, onSaved } = props;
  const words = useWords(sqlWords);
  const mutate = useMutate();
  const [error, setError] = useState<string>();
  return (
    <ConfirmDialog
      onClose={onClose}
      validate={data => {
        const missing = textIn(data, 'name') === '';
        setError(missing ? words.nameNeeded : undefined);
        return !missing;
      }}
      onConfirm={async (data, signal) => {
        const given = textIn(data, 'name');
        const same = saved.find(row => row.name === given);
        const replaced = same ? { id: same.id, revision: same.revision } : {};
        const { id } = await mutate('saveSql', { body: { name: given, sql, ...replaced } }, signal);
        return id;
      }}
      onDone={onSaved}
    >
      <TextField
        label={words.name}
        rule={words.nameRule}
        error={error}
        name="name"
        maxLength={64}
        autoComplete="off"
        defaultValue={name}
        onInput={() => setError(undefined)}
      />
    </ConfirmDialog>
  );
}
