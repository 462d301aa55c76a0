/** The page of `/console/settings`, loaded when it is opened. */
import type { Setting } from '@rollcall/contract/console';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { TextField } from '../parts/text-field.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, RowAction, Table } from '../parts/table.tsx';
import { GuideLink } from './guide-link.tsx';
import { PlainMarkdown } from './plain-markdown.tsx';
import { SendTest } from './send-test.tsx';
import { SettingDialog } from './setting-dialog.tsx';
import css from './settings.module.css';
import { sources } from './sources.ts';
import { TryService } from './try-service.tsx';
import { settingWords } from './words.ts';

export const route = createLazyRoute('/shell/console/settings')({ component: Settings });

type AnsweredGroup = AnswerOf<ConsoleCalls['listSettings']>['groups'][number];
/** A process of the version before does not say what can be tried, by which channels, and where the rules are. */
type SettingGroup = Pick<AnsweredGroup, 'title' | 'settings'> & Partial<AnsweredGroup>;

/** Characters of a value that are shown in the table. */
const SHOWN = 200;

function Value({ setting }: { setting: Setting }) {
  const words = useWords(settingWords);
  const { language } = useConsoleContext();
  const { kind, source, value, usual } = setting;
  if (source !== 'default') {
    if (kind === 'secret' || value === null) return words.isSet;
    return <code className={css.code}>{value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value}</code>;
  }
  if (kind === 'secret' && usual === null) return words.isUnset;
  if (usual === null) return words.isUnset;
  return <PlainMarkdown text={typeof usual === 'string' ? `\`${usual}\`` : usual[language]} />;
}

function Source({ setting: { source, stored } }: { setting: Setting }) {
  const words = useWords(settingWords);
  if (stored?.problem) return <StatusBadge tone="bad">{words.invalid}</StatusBadge>;
  const tone = source === 'console' ? 'good' : 'neutral';
  return <StatusBadge tone={tone}>{words.sources[source]}</StatusBadge>;
}

/** Of a heading in docs/configuration.md. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** The page on which more of a group is set. */
function More({ rules }: { rules: SettingGroup['rules'] | undefined }) {
  const words = useWords(settingWords);
  if (!rules) return null;
  return (
    <Link to={rules === 'alerts' ? '/console/monitor/alerts' : '/console/human-verification'}>
      {words.rules}
    </Link>
  );
}

function Settings() {
  const { groups, from_console: fromConsole } = route.useLoaderData();
  const { find, from } = route.useSearch();
  const navigate = route.useNavigate();
  const { language } = useConsoleContext();
  const words = useWords(settingWords);
  const common = useCommonWords();
  const [changed, setChanged] = useState<Setting>();
  const wanted = find.trim().toLowerCase();
  const isWanted = (setting: Setting, title: string): boolean => {
    const { name, what, source, settable } = setting;
    if (from === 'settable' ? !settable : from !== '' && source !== from) return false;
    return [name, words.titles[name] ?? '', title, what[language]].some(text =>
      text.toLowerCase().includes(wanted),
    );
  };
  const found = (groups as readonly SettingGroup[])
    .map(({ title, settings, ...group }) => ({
      ...group,
      name: title.en,
      title: title[language],
      settings: settings.filter(setting => isWanted(setting, title[language])),
    }))
    .filter(({ settings }) => settings.length > 0);
  const columns: Column<Setting>[] = [
    {
      key: 'name',
      head: words.setting,
      wide: true,
      written: true,
      render: setting => (
        <>
          {words.titles[setting.name] === undefined ? null : (
            <>
              <strong>{words.titles[setting.name]}</strong>
              <br />
            </>
          )}
          <code className={css.code}>{setting.name}</code>
          <br />
          <small className={css.what}>
            <PlainMarkdown text={setting.what[language]} />
            {setting.guide === null ? null : (
              <>
                {common.gap}
                <GuideLink path={setting.guide} />
              </>
            )}
          </small>
        </>
      ),
    },
    {
      key: 'value',
      head: words.value,
      written: true,
      render: setting => (
        <div className={css.value}>
          <Value setting={setting} />
          {setting.stored?.problem ? (
            <>
              <br />
              <small>{words.problem(setting.stored.problem)}</small>
            </>
          ) : null}
        </div>
      ),
    },
    { key: 'source', head: words.source, render: setting => <Source setting={setting} /> },
    {
      key: 'acts',
      head: common.actions,
      render: setting =>
        setting.settable ? (
          <RowAction
            label={common.change}
            of={words.titles[setting.name] ?? setting.name}
            onClick={() => setChanged(setting)}
          />
        ) : (
          ''
        ),
    },
  ];
  const search = (data: FormData) =>
    void navigate({ search: { find: String(data.get('find') ?? ''), from } });
  return (
    <>
      <PageHeader title={words.title} lead={fromConsole ? words.lead : words.leadEnvironment} />
      <SearchForm shown={[find]} onSubmit={search}>
        <TextField
          label={words.find}
          type="search"
          name="find"
          defaultValue={find}
          maxLength={80}
          spellCheck={false}
        />
        <SelectField
          label={words.source}
          value={from}
          options={labelled(sources, words.froms)}
          onSelect={source => void navigate({ search: { find, from: source } })}
        />
        <SecondaryButton type="submit">{common.search}</SecondaryButton>
      </SearchForm>
      {found.length === 0 ? <EmptyState what={words.empty} how={words.emptyHow} /> : null}
      {found.map(({ name, title, settings, tries = [], test_channels: channels = [], rules }) => (
        <Section
          key={title}
          title={title}
          lead={<GuideLink path={`docs/configuration.md#${anchorOf(name)}`} />}
          action={<More rules={rules} />}
        >
          {tries.length > 0 ? <TryService services={tries} /> : null}
          {channels.length > 0 ? <SendTest channels={channels} /> : null}
          <Table label={title} columns={columns} rows={settings} rowKey={({ name }) => name} />
        </Section>
      ))}
      {changed ? (
        <SettingDialog
          setting={changed}
          all={new Map(groups.flatMap(({ settings }) => settings.map(one => [one.name, one] as const)))}
          onClose={() => setChanged(undefined)}
        />
      ) : null}
    </>
  );
}
