/** The dialog that sets a setting, or takes back what was set. */
import type { Setting } from '@rollcall/contract/console';
import { useState } from 'react';
import { refusedOf } from '../client/refused.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useReload } from '../mutate.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextArea, TextField } from '../parts/text-field.tsx';
import { APPEARANCE, AppearancePreview } from './appearance-preview.tsx';
import { cautionOf, type Mistake, mistakeOf } from './judge.ts';
import { MarkUpload } from './mark-upload.tsx';
import { PlainMarkdown } from './plain-markdown.tsx';
import css from './settings.module.css';
import { settingWords } from './words.ts';

const LINES = 8;
/** Characters that are shown of what another operator has set. */
const SHOWN = 200;

/** @param props.all the settings by name, of which the preview shows some */
export function SettingDialog(props: {
  setting: Setting;
  all: ReadonlyMap<string, Setting>;
  onClose: () => void;
}) {
  const { setting, all, onClose } = props;
  const { name, kind } = setting;
  const { client, language } = useConsoleContext();
  const words = useWords(settingWords);
  const common = useCommonWords();
  const reload = useReload();
  const [value, setValue] = useState(setting.stored?.value ?? '');
  const [problem, setProblem] = useState('');
  /** The row that a change is made over: never a newer one that the operator has not seen. */
  const [seen, setSeen] = useState(setting.stored);
  const trimmed = value.trim();
  const caution = cautionOf(setting, trimmed);
  const usual = typeof setting.usual === 'string' ? setting.usual : setting.usual?.[language];
  const mistakeText = (mistake: Mistake): string => {
    if (mistake.what === 'length') return words.tooLong(mistake.most);
    if (mistake.what === 'integer') return words.outside(mistake.least, mistake.most);
    if (mistake.what === 'contrast') return words.contrast(mistake.ratio);
    return mistake.what === 'ways' ? words.noWay : words.wrongColour;
  };
  /** What counts of a setting of the preview, with the one that is typed. */
  const shownOf = (of: string): string => (of === name ? trimmed : (all.get(of)?.value ?? ''));
  const field = {
    label: kind === 'file' ? words.content : words.value,
    rule: usual === undefined ? words.emptyRule : words.usualRule(usual.replaceAll('`', '')),
    error: problem || undefined,
    name: 'value',
    value,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => {
      setValue(event.target.value);
      setProblem('');
    },
  };
  /** Shows what another operator has set since. */
  const seeNewest = async (signal: AbortSignal) => {
    const { groups } = await client.call('listSettings', {}, signal);
    const newest = groups.flatMap(({ settings }) => settings).find(one => one.name === name)?.stored ?? null;
    setSeen(newest);
    if (newest && newest.version !== seen?.version)
      setProblem(words.changedSince(newest.changed_by, (newest.value ?? '').slice(0, SHOWN)));
    await reload();
  };
  return (
    <ConfirmDialog
      title={common.titled(common.change, words.titles[name] ?? name)}
      text={<PlainMarkdown text={(setting.here ?? setting.what)[language]} />}
      label={trimmed === '' ? words.useDefault : common.save}
      onClose={onClose}
      validate={() => {
        const mistake = mistakeOf(setting, trimmed);
        setProblem(mistake ? mistakeText(mistake) : '');
        return mistake === undefined;
      }}
      onConfirm={async (_, signal) => {
        const change = { name, value: trimmed === '' ? null : trimmed, version: seen?.version ?? 0 };
        await client
          .call('changeSettings', { body: { changes: [change] } }, signal)
          .catch(async (error: unknown) => {
            const refused = refusedOf(error);
            if (refused.name === 'InvalidRequest') setProblem(words.refused(refused.message));
            // The refusal is told even where the newest row is not to be had.
            if (refused.name === 'Conflict') await seeNewest(signal).catch(() => {});
            throw error;
          });
        await reload();
      }}
    >
      {kind === 'file' ? (
        <TextArea {...field} rows={LINES} />
      ) : (
        <TextField {...field} inputMode={kind === 'integer' ? 'numeric' : undefined} />
      )}
      {name === 'ROLLCALL_MARK' ? (
        <MarkUpload
          onUploaded={mark => {
            setValue(mark);
            setProblem('');
          }}
        />
      ) : null}
      <output className={css.caution}>{caution === undefined ? '' : words.cautions[caution]}</output>
      {APPEARANCE.some(one => one === name) ? (
        <AppearancePreview
          name={
            language === 'en' && shownOf('ROLLCALL_NAME_EN') !== ''
              ? shownOf('ROLLCALL_NAME_EN')
              : shownOf('ROLLCALL_NAME')
          }
          mark={shownOf('ROLLCALL_MARK')}
          colour={shownOf('ROLLCALL_COLOUR')}
        />
      ) : null}
    </ConfirmDialog>
  );
}
