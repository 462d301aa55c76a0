/** What operators do for a person: buttons, each with its dialog, and the changes of the number. */
import type { NumberChange, Operator, PersonDetail } from '@rollcall/contract/console';
import { useEffect, useRef, useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import buttonsCss from '../parts/buttons.module.css';
import { SecondaryButton, TextButton } from '../parts/buttons.tsx';
import { DateTime } from '../parts/date-time.tsx';
import formCss from '../parts/form.module.css';
import { Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, RowActions, Table } from '../parts/table.tsx';
import { hasRole } from '../session/current-operator.ts';
import { Approvable, isApprovable } from './approvable.tsx';
import { type Remedy, RemedyDialog } from './remedy-dialog.tsx';
import { remedyWords } from './remedy-words.ts';

const tones = {
  proposed: 'warning',
  approved: 'warning',
  done: 'good',
  cancelled: 'neutral',
  failed: 'bad',
} as const;

function NumberChanges(props: {
  changes: readonly NumberChange[];
  operator: Operator;
  onChoose: (remedy: Remedy) => void;
}) {
  const { changes, operator, onChoose } = props;
  const words = useWords(remedyWords);
  const common = useCommonWords();
  const [now, setNow] = useState(Date.now);
  const next = Math.min(
    ...changes.map(({ state, approvable_at: at }) =>
      state === 'proposed' && at !== null && at > now ? at : Number.POSITIVE_INFINITY,
    ),
  );
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    // The button comes by itself; a proposal waits for 72 hours at most.
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()));
    return () => clearTimeout(timer);
  }, [next]);
  const columns: Column<NumberChange>[] = [
    {
      key: 'change',
      head: words.change,
      wide: true,
      render: row => `${row.old_number ?? words.none} → ${row.new_number ?? words.none}`,
    },
    {
      key: 'state',
      head: words.state,
      render: row => (
        <>
          <StatusBadge tone={tones[row.state]}>{words.states[row.state]}</StatusBadge>
          {row.ended_by === null ? null : ` ${words.ends[row.ended_by]}`}
        </>
      ),
    },
    { key: 'by', head: words.by, render: row => row.proposed_by },
    { key: 'approved', head: words.approvedBy, render: row => row.approved_by ?? '—' },
    { key: 'due', head: words.due, render: row => <DateTime at={row.due_at} /> },
    { key: 'ended', head: words.ended, render: row => <DateTime at={row.ended_at} /> },
    { key: 'reason', head: words.reason, wide: true, render: row => row.reason },
    {
      key: 'actions',
      head: common.actions,
      render: row => (
        <RowActions>
          {isApprovable(row, now) && operator.role === 'admin' && row.proposed_by !== operator.name ? (
            <TextButton onClick={() => onChoose({ approve: row })}>{words.approve}</TextButton>
          ) : null}
          {row.state === 'proposed' || row.state === 'approved' ? (
            <TextButton onClick={() => onChoose({ cancel: row })}>{words.cancelChange}</TextButton>
          ) : null}
        </RowActions>
      ),
    },
  ];
  return (
    <>
      <Table label={words.changes} columns={columns} rows={changes} rowKey={row => row.id} empty={null} />
      {changes.map(change => (
        <Approvable key={change.id} change={change} now={now} />
      ))}
    </>
  );
}

/** Whether the account has a number or an address, to which a link can be sent. */
export const isReachable = ({ phone_number, email }: PersonDetail): boolean =>
  phone_number !== null || email !== null;

/**
 * @param props.first the remedy whose dialog is open first
 * @param props.onClose called when that dialog is closed
 */
export function Remedies(props: {
  person: PersonDetail;
  operator: Operator;
  first?: 'link' | 'clear' | 'keep' | undefined;
  onClose: () => void;
}) {
  const { person, operator, first, onClose } = props;
  const words = useWords(remedyWords);
  const [remedy, setRemedy] = useState<Remedy>();
  const [said, setSaid] = useState('');
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that opened the dialog is gone with the change, immediately or with what the server then says of the
    // person.
    if (said !== '' && remedy === undefined && document.activeElement === document.body)
      place.current?.focus();
  });
  const choose = (chosen: Remedy) => {
    setSaid('');
    setRemedy(chosen);
  };
  const admin = hasRole(operator.role, 'admin');
  const bound = new Set(person.bindings.map(({ provider }) => provider));
  // What does not fit the person's state has no dialog.
  const fits = {
    link: isReachable(person),
    clear: true,
    keep: person.deletion_due_at !== null,
  };
  const shown = remedy ?? (first !== undefined && fits[first] ? first : undefined);
  const open = person.number_changes.some(({ state }) => state === 'proposed' || state === 'approved');
  return (
    <Section title={words.section} lead={words.lead}>
      <div className={buttonsCss.row}>
        <SecondaryButton onClick={() => choose('clear')}>{words.clear}</SecondaryButton>
        {fits.link ? <SecondaryButton onClick={() => choose('link')}>{words.link}</SecondaryButton> : null}
        <SecondaryButton onClick={() => choose('name')}>{words.name}</SecondaryButton>
        {fits.keep ? <SecondaryButton onClick={() => choose('keep')}>{words.keep}</SecondaryButton> : null}
        {admin
          ? (['wechat', 'qq'] as const)
              .filter(provider => bound.has(provider))
              .map(provider => (
                <SecondaryButton key={provider} onClick={() => choose({ unbind: provider })}>
                  {words.unbind[provider]}
                </SecondaryButton>
              ))
          : null}
        {admin && !open ? (
          <SecondaryButton onClick={() => choose('number')}>{words.number}</SecondaryButton>
        ) : null}
      </div>
      <p ref={place} tabIndex={-1} className={formCss.done} aria-live="polite">
        {said === '' && first !== undefined && !fits[first] ? words.unfit : said}
      </p>
      {person.number_changes.length > 0 ? (
        <NumberChanges changes={person.number_changes} operator={operator} onChoose={choose} />
      ) : null}
      {shown === undefined ? null : (
        <RemedyDialog
          person={person}
          remedy={shown}
          onSaid={setSaid}
          onClose={() => {
            setRemedy(undefined);
            if (first !== undefined) onClose();
          }}
        />
      )}
    </Section>
  );
}
