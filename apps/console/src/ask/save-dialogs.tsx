/** The dialogs that keep something of a question: as a saved one, on a dashboard, or its people as a cohort. */
import {
  type CohortDefinition,
  type DashboardSummary,
  type SavedQuestion,
  savedName,
} from '@rollcall/contract/console';
import { useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { SelectField } from '../parts/select-field.tsx';
import { type Named, NamedDialog } from './named-dialog.tsx';
import { askWords } from './words.ts';

/** Saves a question under a name, and puts it on a dashboard if one is chosen. */
export function SaveDialog(props: {
  text: string;
  given?: Partial<Named>;
  dashboards: readonly DashboardSummary[];
  onClose: () => void;
  onSaved: (id: string) => void;
}) {
  const { text, given, dashboards, onClose, onSaved } = props;
  const { client, language } = useConsoleContext();
  const words = useWords(askWords);
  return (
    <NamedDialog
      given={given}
      onClose={onClose}
      onConfirm={async (named, data, signal) => {
        const { id } = await client.call('saveQuestion', { body: { ...named, question: text } }, signal);
        const board = String(data.get('dashboard') ?? '');
        if (board !== '') {
          const { dashboard } = await client.call('getDashboard', { query: { id: board } }, signal);
          if (dashboard) {
            const { name, about, shared, by_link, period, filter, front, revision, tiles } = dashboard;
            await client.call(
              'changeDashboard',
              {
                body: {
                  id: board,
                  revision,
                  name,
                  about,
                  shared,
                  by_link,
                  period,
                  filter,
                  front,
                  tiles: [...tiles.map(tile => ({ id: tile.id, width: tile.width })), { id, width: 2 }],
                },
              },
              signal,
            );
          }
        }
        return id;
      }}
      onDone={onSaved}
    >
      <SelectField
        label={words.toDashboard}
        name="dashboard"
        defaultValue=""
        options={[
          ['', words.noDashboard],
          ...dashboards.map(dashboard => [dashboard.id, savedName(dashboard, language)] as const),
        ]}
      />
    </NamedDialog>
  );
}

/** Renames a saved question, says what it is for and who sees it; what it asks stays. */
export function RenameDialog({ kept, onClose }: { kept: SavedQuestion; onClose: () => void }) {
  const mutate = useMutate();
  const words = useWords(askWords);
  return (
    <NamedDialog
      title={words.rename}
      given={kept}
      onClose={onClose}
      onConfirm={async (named, _, signal) => {
        const { id, revision, question } = kept;
        await mutate('changeSavedQuestion', { body: { ...named, id, revision, question } }, signal);
      }}
    />
  );
}

export function CohortDialog(props: {
  definition: CohortDefinition;
  onClose: () => void;
  onDone: () => void;
}) {
  const { definition, onClose, onDone } = props;
  const { client } = useConsoleContext();
  const words = useWords(askWords);
  return (
    <NamedDialog
      title={words.toCohort}
      sharing={false}
      onClose={onClose}
      onConfirm={async ({ name, about }, _, signal) => {
        await client.call('createCohort', { body: { name, about, definition } }, signal);
      }}
      onDone={onDone}
    />
  );
}
