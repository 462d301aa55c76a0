/** The page of `/console/import/$id`, loaded when it is opened. */
import type { ImportDetail } from '@rollcall/contract/console';
import { useRouter, createLazyRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { PrimaryButton, SecondaryButton } from '../parts/buttons.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { DescriptionList } from '../parts/description-list.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { Stats } from '../parts/stats.tsx';
import { useTask } from '../parts/task.ts';
import { hasRole } from '../session/current-operator.ts';
import { ColumnsForm } from './columns-form.tsx';
import { Faults } from './faults.tsx';
import { ImportStateBadge } from './import-state.tsx';
import { type MadePapers, PaperGroups, PaperSheet } from './papers.tsx';
import { RunDialog, UndoDialog } from './run-dialogs.tsx';
import { importWords } from './words.ts';

/** Milliseconds between two looks at the progress. */
const REFRESH_MS = 2_000;

export const route = createLazyRoute('/shell/console/import/$id')({ component: Import });

const isWorking = ({ state }: ImportDetail): boolean => state === 'running' || state === 'undoing';

function Counts({ row }: { row: ImportDetail }) {
  const words = useWords(importWords);
  const { whole } = useNumberFormat();
  const { counts, acted } = row;
  const looked = row.state === 'looked';
  return (
    <>
      <Stats
        items={[
          { name: looked ? words.willMake : words.make, value: whole(counts.make) },
          { name: looked ? words.willChange : words.change, value: whole(counts.change) },
          { name: words.leave, value: whole(counts.leave) },
          { name: words.fault, value: whole(counts.fault) },
        ]}
      />
      {row.state === 'running' ? (
        <p>
          <progress
            aria-label={words.states.running}
            max={Math.max(1, counts.make + counts.change)}
            value={acted}
          />{' '}
          {words.progress(acted, counts.make + counts.change)}
        </p>
      ) : null}
    </>
  );
}

function Import() {
  const { operator } = route.useRouteContext();
  const { row, faults } = route.useLoaderData();
  const { cursor } = route.useSearch();
  const words = useWords(importWords);
  const { whole } = useNumberFormat();
  const mutate = useMutate();
  const router = useRouter();
  const stopping = useTask();
  const [dialog, setDialog] = useState<'run' | 'undo'>();
  const [papers, setPapers] = useState<MadePapers>();
  const working = isWorking(row);
  useEffect(() => {
    if (!working) return;
    const timer = setInterval(() => void router.invalidate(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [working, router]);
  if (papers)
    return (
      <PaperSheet
        made={papers}
        onClose={() => {
          setPapers(undefined);
          void router.invalidate();
        }}
      />
    );
  const { state, id } = row;
  const runs = state === 'looked' || state === 'cancelled';
  const undoes = row.undo_until !== null && hasRole(operator.role, 'admin');
  return (
    <>
      <PageHeader title={row.name} lead={words.rule}>
        {runs && row.counts.make + row.counts.change > 0 ? (
          <PrimaryButton onClick={() => setDialog('run')}>
            {state === 'cancelled' ? words.goOn : words.run}
          </PrimaryButton>
        ) : null}
        {state === 'running' ? (
          <SecondaryButton
            onClick={() =>
              stopping.run(async signal => {
                await mutate('cancelImport', { body: { id } }, signal);
              })
            }
          >
            {words.stop}
          </SecondaryButton>
        ) : null}
        {undoes ? <SecondaryButton onClick={() => setDialog('undo')}>{words.undo}</SecondaryButton> : null}
      </PageHeader>
      {stopping.problem ? <ErrorMessage problem={stopping.problem} /> : null}
      <Counts row={row} />
      <DescriptionList
        columns={2}
        items={[
          [words.state, <ImportStateBadge key="state" state={state} />],
          [words.rows, whole(row.rows)],
          [words.pid, row.pid],
          [words.by, row.created_by],
          ...(row.undo_until === null
            ? []
            : [[words.undoUntil, <DateTime key="until" at={row.undo_until} />] as const]),
          ...(state === 'undone' ? [[words.undone, whole(row.undone)] as const] : []),
        ]}
      />
      {row.groups.length > 0 ? <PaperGroups id={id} groups={row.groups} onMade={setPapers} /> : null}
      {faults.items.length > 0 ? <Faults page={faults} cursor={cursor} /> : null}
      {state === 'looked' ? <ColumnsForm key={JSON.stringify(row.columns)} row={row} /> : null}
      {dialog === 'run' ? <RunDialog row={row} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'undo' ? <UndoDialog id={id} onClose={() => setDialog(undefined)} /> : null}
    </>
  );
}
