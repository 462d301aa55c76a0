/** Papers for those without number and address: made for a group, shown once, and printed. */
import { useState } from 'react';
import { importMostPapers } from '@rollcall/contract/console';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { PrimaryButton, SecondaryButton, TextButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { type Column, RowActions, Table } from '../parts/table.tsx';
import { timeFormat } from '../zone.ts';
import css from './papers.module.css';
import { importWords } from './words.ts';

export type MadePapers = AnswerOf<ConsoleCalls['makeImportPapers']> & { readonly group: string };
interface Group {
  readonly name: string;
  readonly papers: number;
}

/** @param props.onMade shows the papers in the place of the view */
export function PaperGroups(props: {
  id: string;
  groups: readonly Group[];
  onMade: (made: MadePapers) => void;
}) {
  const { id, groups, onMade } = props;
  const { client } = useConsoleContext();
  const words = useWords(importWords);
  const common = useCommonWords();
  const [asked, setAsked] = useState<string>();
  const nameOf = (name: string) => (name === '' ? words.noGroup : name);
  const columns: Column<Group>[] = [
    { key: 'group', head: words.group, wide: true, written: true, render: group => nameOf(group.name) },
    { key: 'papers', head: words.count, numeric: true, render: group => group.papers },
    {
      key: 'actions',
      head: common.actions,
      render: group =>
        group.papers > importMostPapers ? (
          words.tooManyPapers(importMostPapers)
        ) : (
          <RowActions>
            <TextButton
              aria-label={`${words.printPapers} · ${nameOf(group.name)}`}
              onClick={() => setAsked(group.name)}
            >
              {words.printPapers}
            </TextButton>
          </RowActions>
        ),
    },
  ];
  return (
    <Section title={words.papers} lead={words.papersLead}>
      <Table label={words.papers} columns={columns} rows={groups} rowKey={group => group.name} />
      {asked === undefined ? null : (
        <ConfirmDialog
          title={words.papersOf(nameOf(asked))}
          text={words.papersText}
          label={words.printPapers}
          busy={words.makingPapers}
          onClose={() => setAsked(undefined)}
          onConfirm={(_, signal) => client.call('makeImportPapers', { body: { id, group: asked } }, signal)}
          onDone={made => onMade({ ...made, group: nameOf(asked) })}
        />
      )}
    </Section>
  );
}

export function PaperSheet({ made, onClose }: { made: MadePapers; onClose: () => void }) {
  const words = useWords(importWords);
  const common = useCommonWords();
  const { language } = useConsoleContext();
  const until = timeFormat(language, { dateStyle: 'long' }).format(made.expires_at);
  return (
    <>
      <PageHeader title={words.papersOf(made.group)} lead={`${words.paperUntil} ${until}`}>
        <PrimaryButton onClick={() => window.print()}>{words.print}</PrimaryButton>
        <SecondaryButton onClick={onClose}>{common.close}</SecondaryButton>
      </PageHeader>
      <ul className={css.papers}>
        {made.papers.map(paper => (
          <li key={paper.username}>
            <img src={`data:image/svg+xml,${encodeURIComponent(paper.qr)}`} alt="" />
            <dl>
              <dt>{words.fields.fullname}</dt>
              <dd>{paper.fullname ?? '—'}</dd>
              <dt>{words.username}</dt>
              <dd>{paper.username}</dd>
              <dt>{words.link}</dt>
              <dd>{paper.link}</dd>
            </dl>
            <p>{words.paperHow}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
