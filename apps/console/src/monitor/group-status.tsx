/** What was decided of an error group, and deciding it. */
import type { ErrorGroup, GroupStatus } from '@rollcall/contract/console';
import { useRouter } from '@tanstack/react-router';
import { Confirm } from '../parts/confirm.tsx';
import { Mark } from '../parts/page.tsx';
import { useSurroundings, useWords } from '../surroundings.ts';
import { monitorWords } from './words.ts';

export function StatusMark({ group }: { group: ErrorGroup }) {
  const words = useWords(monitorWords);
  const tone = { open: 'bad', resolved: 'good', ignored: 'plain' } as const;
  return (
    <>
      <Mark tone={tone[group.status]}>{words.statusNames[group.status]}</Mark>
      {group.status === 'open' && group.regressed_at !== null ? (
        <>
          {' '}
          <small>{words.regressed}</small>
        </>
      ) : null}
    </>
  );
}

/** Asks once more before it is changed. */
export function StatusQuestion(props: { group: ErrorGroup; status: GroupStatus; onClose: () => void }) {
  const { group, status, onClose } = props;
  const { client } = useSurroundings();
  const words = useWords(monitorWords);
  const router = useRouter();
  return (
    <Confirm
      title={words.acts[status]}
      text={words.actWhat[status]}
      label={words.acts[status]}
      busy={words.acting}
      onClose={onClose}
      act={async (_, signal) => {
        await client.ask('setErrorGroupStatus', { body: { id: group.id, status } }, signal);
        await router.invalidate();
      }}
    />
  );
}
