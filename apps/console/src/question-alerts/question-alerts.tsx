/** The alerts on saved questions of the installation, on the page of alerts. */
import { type AlertChannel, type QuestionAlert, savedName } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { figureWriter, useWriters } from '../ask/writers.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { alertWords } from '../monitor/alert-words.ts';
import { useMutate } from '../mutate.ts';
import { DeleteDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Columns, RowAction, RowActions, Table } from '../parts/table.tsx';
import { useTask } from '../parts/task.ts';
import { AlertState } from './alert-state.tsx';
import { QuestionAlertDialog } from './alert-dialog.tsx';
import { questionAlertWords } from './words.ts';

const deliveryTones = { none: 'neutral', waiting: 'warning', delivered: 'good', 'given-up': 'bad' } as const;

type OpenDialog =
  | { readonly what: 'change'; readonly alert: QuestionAlert; readonly text: string }
  | { readonly what: 'delete'; readonly alert: QuestionAlert };

export function QuestionAlerts(props: {
  alerts: readonly QuestionAlert[];
  channels: readonly AlertChannel[];
  webhook: boolean;
  admin: boolean;
}) {
  const { alerts, channels, webhook, admin } = props;
  const { client, language } = useConsoleContext();
  const words = useWords(questionAlertWords);
  const monitor = useWords(alertWords);
  const common = useCommonWords();
  const writers = useWriters();
  const mutate = useMutate();
  const task = useTask();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const nameOf = ({ question_name: name, question_template: template }: QuestionAlert) =>
    savedName({ name, template }, language);
  const condition = (alert: QuestionAlert) => {
    const write = figureWriter(alert.condition === 'dropped' ? 'share' : alert.unit, writers);
    return common.titled(words.periods[alert.every], words.says[alert.condition](write(alert.threshold)));
  };
  const open = (alert: QuestionAlert) =>
    task.run(async signal => {
      const { question } = await client.call('getSavedQuestion', { query: { id: alert.question } }, signal);
      setDialog({ what: 'change', alert, text: question });
    });
  const pause = (alert: QuestionAlert) =>
    task.run(async signal => {
      const {
        id,
        revision,
        name,
        question,
        series,
        every,
        condition: when,
        threshold,
        least,
        channel,
      } = alert;
      const watched = { name, question, series, every, condition: when, threshold, least, channel };
      const body = { id, revision, ...watched, enabled: !alert.enabled };
      await mutate('changeQuestionAlert', { body }, signal);
    });
  const columns: Columns<QuestionAlert> = [
    {
      key: 'name',
      head: words.name,
      wide: true,
      render: row => (
        <>
          {row.name}
          <br />
          <small>
            <Link to="/console/ask" search={{ saved: row.question }}>
              {nameOf(row)}
            </Link>
          </small>
        </>
      ),
    },
    { key: 'condition', head: words.condition, render: condition },
    {
      key: 'value',
      head: words.last,
      numeric: true,
      render: row => {
        const write = figureWriter(row.unit, writers);
        const figure = row.value === null ? '—' : write(row.value);
        return (
          <>
            {row.before === null ? figure : common.besides(figure, words.before(write(row.before)))}
            {row.from === null ? null : (
              <>
                <br />
                <small>
                  <DateTime at={row.from} />
                </small>
              </>
            )}
          </>
        );
      },
    },
    { key: 'state', head: words.state, render: row => <AlertState alert={row} /> },
    {
      key: 'delivery',
      head: words.delivery,
      render: row => (
        <StatusBadge tone={deliveryTones[row.delivery]}>{monitor.deliveries[row.delivery]}</StatusBadge>
      ),
    },
    admin && {
      key: 'actions',
      head: common.actions,
      render: row => (
        <RowActions>
          <RowAction
            label={common.change}
            of={row.name}
            busy={task.phase !== 'idle'}
            onClick={() => open(row)}
          />
          <RowAction
            label={row.enabled ? words.pause : words.resume}
            of={row.name}
            busy={task.phase !== 'idle'}
            onClick={() => pause(row)}
          />
          <RowAction
            label={common.delete}
            of={row.name}
            onClick={() => setDialog({ what: 'delete', alert: row })}
          />
        </RowActions>
      ),
    },
  ];
  return (
    <Section title={words.title} lead={words.lead}>
      {task.problem ? <ErrorMessage problem={task.problem} /> : null}
      <Table
        label={words.title}
        columns={columns}
        rows={alerts}
        rowKey={row => row.id}
        empty={<EmptyState what={words.none} how={words.noneHow} />}
      />
      {dialog?.what === 'change' ? (
        <QuestionAlertDialog
          question={{ id: dialog.alert.question, name: nameOf(dialog.alert), text: dialog.text }}
          alert={dialog.alert}
          channels={channels}
          webhook={webhook}
          onClose={close}
        />
      ) : dialog?.what === 'delete' ? (
        <DeleteDialog
          of={dialog.alert.name}
          text={words.deleteText}
          onClose={close}
          onConfirm={async (_, signal) => {
            const { id, revision } = dialog.alert;
            await mutate('deleteQuestionAlert', { body: { id, revision } }, signal);
          }}
        />
      ) : null}
    </Section>
  );
}
