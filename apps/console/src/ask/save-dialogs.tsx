/** The dialogs that keep something of a question: as a saved one, on a dashboard, or its people as a cohort. */
import { type CohortDefinition, type DashboardSummary, type Role, roles } from '@rollcall/contract/console';
import { useState } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { askWords } from './words.ts';

const read = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

export interface SharingInput {
  readonly name: string;
  readonly about: string;
  readonly shared: Role;
  readonly by_link: boolean;
}

export const readSharing = (data: FormData): SharingInput => ({
  name: read(data, 'name'),
  about: read(data, 'about'),
  shared: roles.find(role => role === read(data, 'shared')) ?? 'viewer',
  by_link: read(data, 'by_link') === 'yes',
});

/** Name and purpose; of what is shared also with whom. */
export function SharingFields(props: {
  given?: Partial<SharingInput> | undefined;
  error: string | undefined;
  onInput: () => void;
  sharing?: boolean;
}) {
  const { given, error, onInput, sharing = true } = props;
  const words = useWords(askWords);
  return (
    <>
      <Field label={words.name} error={error}>
        {control => (
          <input
            {...control}
            name="name"
            maxLength={64}
            autoComplete="off"
            defaultValue={given?.name ?? ''}
            onInput={onInput}
          />
        )}
      </Field>
      <Field label={words.about} optional>
        {control => (
          <textarea {...control} name="about" rows={2} maxLength={500} defaultValue={given?.about ?? ''} />
        )}
      </Field>
      {sharing ? (
        <>
          <Field label={words.shared}>
            {control => (
              <select {...control} name="shared" defaultValue={given?.shared ?? 'viewer'}>
                {roles.map(role => (
                  <option key={role} value={role}>
                    {words.sharedWith[role]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={words.byLink}>
            {control => (
              <select {...control} name="by_link" defaultValue={given?.by_link ? 'yes' : 'no'}>
                <option value="no">{words.byLinkNo}</option>
                <option value="yes">{words.byLink}</option>
              </select>
            )}
          </Field>
        </>
      ) : null}
    </>
  );
}

/** Saves a question under a name, and puts it on a dashboard if one is chosen. */
export function SaveDialog(props: {
  text: string;
  given?: Partial<SharingInput>;
  dashboards: readonly DashboardSummary[];
  onClose: () => void;
  onSaved: (id: string) => void;
}) {
  const { text, given, dashboards, onClose, onSaved } = props;
  const { client } = useConsoleContext();
  const words = useWords(askWords);
  const [error, setError] = useState<string>();
  return (
    <ConfirmDialog
      title={words.save}
      label={words.save}
      busy={words.saving}
      onClose={onClose}
      validate={data => {
        const missing = read(data, 'name') === '';
        setError(missing ? words.nameNeeded : undefined);
        return !missing;
      }}
      onConfirm={async (data, signal) => {
        const { id } = await client.call(
          'saveQuestion',
          { body: { ...readSharing(data), question: text } },
          signal,
        );
        const board = read(data, 'dashboard');
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
      <SharingFields given={given} error={error} onInput={() => setError(undefined)} />
      <Field label={words.toDashboard}>
        {control => (
          <select {...control} name="dashboard" defaultValue="">
            <option value="">{words.noDashboard}</option>
            {dashboards.map(({ id, name, template }) => (
              <option key={id} value={id}>
                {(template !== null && words.templates[template]) || name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </ConfirmDialog>
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
  const [error, setError] = useState<string>();
  return (
    <ConfirmDialog
      title={words.toCohort}
      label={words.save}
      busy={words.saving}
      onClose={onClose}
      validate={data => {
        const missing = read(data, 'name') === '';
        setError(missing ? words.nameNeeded : undefined);
        return !missing;
      }}
      onConfirm={(data, signal) => {
        const { name, about } = readSharing(data);
        return client.call('createCohort', { body: { name, about, definition } }, signal);
      }}
      onDone={onDone}
    >
      <SharingFields error={error} onInput={() => setError(undefined)} sharing={false} />
    </ConfirmDialog>
  );
}
