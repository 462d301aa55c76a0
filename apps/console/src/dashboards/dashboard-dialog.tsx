/** The dialog of a dashboard's name, and of who sees it. */
import type { Dashboard } from '@rollcall/contract/console';
import { NamedDialog } from '../ask/named-dialog.tsx';
import { useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { SelectField } from '../parts/select-field.tsx';
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
  const mutate = useMutate();
  const words = useWords(dashboardWords);
  return (
    <NamedDialog
      title={dashboard ? words.change : words.create}
      given={dashboard}
      onClose={onClose}
      onConfirm={async (named, data, signal) => {
        const given = { ...named, front: data.get('front') === 'yes' };
        const { id } = dashboard
          ? await mutate('changeDashboard', { body: { ...bodyOf(dashboard), ...given } }, signal)
          : await client.call(
              'createDashboard',
              { body: { ...given, period: null, filter: null, tiles: [] } },
              signal,
            );
        return id;
      }}
      onDone={onDone}
    >
      <SelectField
        label={words.front}
        name="front"
        defaultValue={dashboard?.front ? 'yes' : 'no'}
        options={[
          ['no', words.frontNo],
          ['yes', words.front],
        ]}
      />
    </NamedDialog>
  );
}
