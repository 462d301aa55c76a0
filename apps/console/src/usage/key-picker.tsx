/** A combobox that finds an event or a page by a few letters. */
import type { UsageKind } from '@rollcall/contract/console';
import { useCallback } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { Combobox } from '../parts/combobox.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { type UsageSource, sourceQuery } from './period.ts';
import { ZONE } from '../zone.ts';
import { usageWords } from './words.ts';

export interface ChosenKey {
  readonly kind: UsageKind;
  readonly key: string;
}

/**
 * @param only kinds that can be selected
 * @param value the selected key; empty: none
 * @param onClear called when the field was emptied; without it the field empties itself after each selection
 */
export function KeyPicker(props: {
  label: string;
  only: readonly UsageKind[];
  state: UsageSource;
  value?: string;
  onSelect: (chosen: ChosenKey) => void;
  onClear?: () => void;
}) {
  const { label, only, state, value = '', onSelect, onClear } = props;
  const { client } = useConsoleContext();
  const words = useWords(usageWords);
  const { short } = useNumberFormat();
  const { product, platform, sample, bots, dev } = state;
  const kinds = only.join();
  const load = useCallback(
    async (search: string, signal: AbortSignal) => {
      const accepted = kinds.split(',');
      const query = {
        ...sourceQuery({ product, platform, sample, bots, dev }),
        zone: ZONE,
        top: 50,
        kind: accepted.length === 1 ? (accepted[0] as UsageKind) : undefined,
        search,
      };
      const { keys } = await client.call('listUsageKeys', { query }, signal);
      return keys.filter(({ kind }) => accepted.includes(kind));
    },
    [client, kinds, product, platform, sample, bots, dev],
  );
  return (
    <Combobox
      label={label}
      value={value}
      placeholder={onClear ? words.anyKey : words.keyHow}
      load={load}
      idOf={({ kind, key }) => `${kind}:${key}`}
      textOf={({ key }) => key}
      note={({ kind, events }) => `${words.kinds[kind]} · ${short(events)}`}
      onSelect={({ kind, key }) => onSelect({ kind, key })}
      {...(onClear ? { onClear } : {})}
    />
  );
}
