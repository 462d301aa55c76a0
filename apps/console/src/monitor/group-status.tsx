/** The status of an error group, and changing it. */
import type { ErrorGroup, GroupStatus } from '@rollcall/contract/console';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { monitorWords } from './words.ts';

export function GroupStatusBadge({ group }: { group: ErrorGroup }) {
  const words = useWords(monitorWords);
  const tone = { open: 'bad', resolved: 'good', ignored: 'neutral' } as const;
  return (
    <>
      <StatusBadge tone={tone[group.status]}>{words.statusNames[group.status]}</StatusBadge>
      {group.status === 'open' && group.regressed_at !== null ? (
        <>
          {' '}
          <small>{words.regressed}</small>
        </>
      ) : null}
    </>
  );
}

/** Marks a group that occurred first in the newest release of its product. */
export function NewBadge({ group, newest }: { group: ErrorGroup; newest: string | null }) {
  const words = useWords(monitorWords);
  return group.first_release === newest ? (
    <StatusBadge tone="warning">{words.newInRelease}</StatusBadge>
  ) : null;
}

/** Confirms the change of a group's status. */
export function GroupStatusDialog(props: { group: ErrorGroup; status: GroupStatus; onClose: () => void }) {
  const { group, status, onClose } = props;
  const words = useWords(monitorWords);
  const mutate = useMutate();
  return (
    <ConfirmDialog
      text={words.actWhat[status]}
      label={words.acts[status]}
      busy={words.acting}
      onClose={onClose}
      onConfirm={(_, signal) => mutate('setErrorGroupStatus', { body: { id: group.id, status } }, signal)}
    />
  );
}
