/** The filters of the list that are on, each as a chip that takes it away, after the button that shows them all. */
import type { ReactNode } from 'react';
import { useWords } from '../console-context.ts';
import chipsCss from '../parts/chips.module.css';
import { bulkWords } from './bulk-words.ts';

export interface FilterChip {
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

export function FilterChips({ chips, children }: { chips: readonly FilterChip[]; children: ReactNode }) {
  const words = useWords(bulkWords);
  return (
    <div className={chipsCss.chips}>
      {children}
      {chips.map(({ name, value, onRemove }) => {
        const said = words.chip(name, value);
        return (
          <button
            key={name}
            type="button"
            aria-label={words.without(said)}
            onClick={({ currentTarget }) => {
              // The chip goes, and the focus with it.
              currentTarget.parentElement?.querySelector('button')?.focus();
              onRemove();
            }}
          >
            {said} <span aria-hidden="true">×</span>
          </button>
        );
      })}
    </div>
  );
}
