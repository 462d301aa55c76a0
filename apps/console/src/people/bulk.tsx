/** What is done for several selected people: each act says for whom first, and what came of it for each. */
import type { PersonRow } from '@rollcall/contract/console';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { refusalText } from '../error-texts.ts';
import { useReload } from '../mutate.ts';
import { SecondaryButton, TextButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useTask } from '../parts/task.ts';
import css from './bulk.module.css';
import { bulkWords } from './bulk-words.ts';
import { oneByOne, type Results } from './one-by-one.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { peopleWords } from './words.ts';

type Act = 'block' | 'end';

/** Names that are listed in a sentence. */
const NAMED = 5;

interface Outcome extends Results {
  readonly act: Act | 'unblock';
}

/**
 * @param props.people who is selected
 * @param props.onCsv downloads them
 * @param props.onClear selects nobody any more
 */
export function Bulk(props: { people: readonly PersonRow[]; onCsv: () => void; onClear: () => void }) {
  const { people, onCsv, onClear } = props;
  const { client, language } = useConsoleContext();
  const words = useWords(bulkWords);
  const own = useWords(peopleWords);
  const common = useCommonWords();
  const reload = useReload();
  const [act, setAct] = useState<Act>();
  const [outcome, setOutcome] = useState<Outcome>();
  const { run, phase } = useTask();
  const toBlock = people.filter(({ blocked_at: blocked }) => blocked === null);
  const named = (all: readonly PersonRow[]) =>
    words.names(
      all
        .slice(0, NAMED)
        .map(({ nickname }) => nickname)
        .join(common.comma),
      all.length,
      all.length > NAMED,
    );
  const each = async (
    what: Outcome['act'],
    whom: readonly PersonRow[],
    signal: AbortSignal,
    call: (person: PersonRow) => Promise<unknown>,
  ): Promise<void> => {
    setOutcome({ act: what, ...(await oneByOne(whom, signal, call)) });
    await reload();
  };
  return (
    <>
      {people.length > 0 ? (
        <fieldset className={css.bar}>
          <legend>{words.selected(people.length)}</legend>
          <SecondaryButton disabled={toBlock.length === 0} onClick={() => setAct('block')}>
            {own.block}
          </SecondaryButton>
          <SecondaryButton onClick={() => setAct('end')}>{own.endAll}</SecondaryButton>
          <SecondaryButton onClick={onCsv}>{common.download}</SecondaryButton>
          <TextButton onClick={onClear}>{words.clear}</TextButton>
        </fieldset>
      ) : null}
      <div className={css.outcome} aria-live="polite">
        {outcome ? (
          <>
            <span>{words.done[outcome.act](outcome.done.length)}</span>
            {outcome.act === 'block' && outcome.done.length > 0 ? (
              <TextButton
                aria-disabled={phase !== 'idle' || undefined}
                onClick={() =>
                  run(signal =>
                    each('unblock', outcome.done, signal, ({ id }) =>
                      client.call('unblockPerson', { body: { id } }, signal),
                    ),
                  )
                }
              >
                {words.undo}
              </TextButton>
            ) : null}
            {outcome.refused.map(({ person, by }) => (
              <span key={person.id} data-failed="">
                {words.failed(person.nickname, refusalText(language, by.name))}
              </span>
            ))}
            {outcome.unknown.length > 0 ? (
              <span data-failed="">{words.unknown(named(outcome.unknown))}</span>
            ) : null}
            {outcome.untried.length > 0 ? (
              <span data-failed="">{words.untried(named(outcome.untried))}</span>
            ) : null}
          </>
        ) : null}
      </div>
      {act === 'block' ? (
        <ReasonDialog
          title={words.blockTitle(toBlock.length)}
          text={words.blockText(named(toBlock), people.length - toBlock.length)}
          label={own.block}
          busy={own.blocking}
          rule={own.reasonRule}
          onClose={() => setAct(undefined)}
          work={(reason, signal) =>
            each('block', toBlock, signal, ({ id }) =>
              client.call('blockPerson', { body: { id, reason } }, signal),
            )
          }
        />
      ) : null}
      {act === 'end' ? (
        <ConfirmDialog
          title={words.endTitle(people.length)}
          text={words.endText(named(people))}
          label={own.endAll}
          busy={own.ending}
          onClose={() => setAct(undefined)}
          onConfirm={(_, signal) =>
            each('end', people, signal, ({ id }) =>
              client.call('endPersonSessions', { body: { id } }, signal),
            )
          }
        />
      ) : null}
    </>
  );
}
