/** The dialog of a dashboard's name, and of who sees it. */
import type { Dashboard } from '@rollcall/contract/console';
import { useState } from 'react';
import { readSharing, SharingFields } from '../ask/save-dialogs.tsx';
import { askWords } from '../ask/words.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { bodyOf } from './tiles.ts';
import { dashboardWords } from './words.ts';

/** @param props.dashboard absent: a new one is made */
export function DashboardDialog(props: {
  dashboard?: Dashboard;
  onClose: () => void;
  onDone: (id: string) => void;
}) {
  const { dashboard, onClose, onDone } = props;
  const { client } = useConsoleContext();
  const words = useWords(dashboardWords);
  const ask = useWords(askWords);
  const [error, setError] = useState<string>();
  return (
    <ConfirmDialog
      title={dashboard ? words.change : words.create}
      label={words.keep}
      busy={words.keeping}
      onClose={onClose}
      validate={data => {
        const missing = readSharing(data).name === '';
        setError(missing ? ask.nameNeeded : undefined);
        return !missing;
      }}
      onConfirm={async (data, signal) => {
        const given = { ...readSharing(data), front: data.get('front') === 'yes' };
        const { id } = dashboard
          ? await client.call('changeDashboard', { body: { ...bodyOf(dashboard), ...given } }, signal)
          : await client.call(
              'createDashboard',
              { body: { ...given, period: null, filter: null, tiles: [] } },
              signal,
            );
        return id;
      }}
      onDone={onDone}
    >
      <SharingFields given={dashboard} error={error} onInput={() => setError(undefined)} />
      <Field label={words.front}>
        {control => (
          <select {...control} name="front" defaultValue={dashboard?.front ? 'yes' : 'no'}>
            <option value="no">{words.frontNo}</option>
            <option value="yes">{words.front}</option>
          </select>
        )}
      </Field>
    </ConfirmDialog>
  );
}
