/** The filters of the list that are on, each as a chip that takes it away. */
import { useWords } from '../console-context.ts';
import chipsCss from '../parts/chips.module.css';
import { bulkWords } from './bulk-words.ts';

export interface FilterChip {
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const words = useWords(bulkWords);
  if (chips.length === 0) return null;
  return (
    <div className={chipsCss.chips}>
      {chips.map(({ name, value, onRemove }) => {
        const said = words.chip(name, value);
        return (
          <button key={name} type="button" aria-label={words.without(said)} onClick={onRemove}>
            {said} <span aria-hidden="true">×</span>
          </button>
        );
      })}
    </div>
  );
}
