/** The dialogs of `/console/people/ID`: each action is confirmed. */
import type { PersonDetail, PersonSession } from '@rollcall/contract/console';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { CorrectBirthYear } from './correct-birth-year.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { peopleWords } from './words.ts';

/** The action that is chosen; a session: to end it. */
export type OpenDialog = 'block' | 'unblock' | 'reset-factor' | 'birth-year' | 'end-all' | PersonSession;

/** The dialog of the chosen action. */
export function PersonDialog(props: { person: PersonDetail; dialog: OpenDialog; onClose: () => void }) {
  const { person, dialog, onClose } = props;
  const words = useWords(peopleWords);
  const mutate = useMutate();
  const { id, nickname } = person;
  if (dialog === 'block')
    return (
      <ReasonDialog
        label={words.block}
        text={words.blockText(nickname)}
        busy={words.blocking}
        rule={words.reasonRule}
        onClose={onClose}
        work={(reason, signal) => mutate('blockPerson', { body: { id, reason } }, signal)}
      />
    );
  if (dialog === 'reset-factor')
    return (
      <ReasonDialog
        label={words.resetFactor}
        text={words.resetFactorText(nickname)}
        busy={words.resetting}
        rule={words.resetFactorRule}
        onClose={onClose}
        work={(reason, signal) => mutate('resetPersonSecondFactor', { body: { id, reason } }, signal)}
      />
    );
  if (dialog === 'birth-year') return <CorrectBirthYear person={person} onClose={onClose} />;
  if (dialog === 'unblock')
    return (
      <ConfirmDialog
        text={words.unblockText(nickname)}
        label={words.unblock}
        busy={words.unblocking}
        onClose={onClose}
        onConfirm={(_, signal) => mutate('unblockPerson', { body: { id } }, signal)}
      />
    );
  if (dialog === 'end-all')
    return (
      <ConfirmDialog
        text={words.endAllText(person.sessions.length)}
        label={words.endAll}
        busy={words.ending}
        onClose={onClose}
        onConfirm={(_, signal) => mutate('endPersonSessions', { body: { id } }, signal)}
      />
    );
  return (
    <ConfirmDialog
      text={words.endOneText}
      label={words.endOne}
      busy={words.ending}
      onClose={onClose}
      onConfirm={(_, signal) => mutate('endPersonSession', { body: { id, session_id: dialog.id } }, signal)}
    />
  );
}
