/** The form above a list with its filters folded: a button shows them, and those that are set stand beside it as chips. */
import { type ReactNode, useState } from 'react';
import { useCommonWords } from '../console-context.ts';
import chipsCss from './chips.module.css';
import filterBarCss from './filter-bar.module.css';
import { SearchForm } from './search-form.tsx';

export interface FilterChip {
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

/**
 * @param props.shown the texts of the address; each is the default value of an input
 * @param props.chips the filters that are set
 * @param props.first what stands before the button and is never folded
 * @param props.children the fields of the filters; while they are folded the form has none of them
 */
export function FilterForm(props: {
  shown: readonly string[];
  chips: readonly FilterChip[];
  onSubmit: (data: FormData) => void;
  first?: ReactNode;
  children: ReactNode;
}) {
  const { shown, chips, onSubmit, first, children } = props;
  const words = useCommonWords();
  const [open, setOpen] = useState(false);
  return (
    <search>
      <SearchForm shown={shown} onSubmit={onSubmit}>
        {first}
        <div className={filterBarCss.chips}>
          <div className={chipsCss.chips}>
            <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
              {chips.length === 0 ? words.filters : words.filtersOn(chips.length)}
            </button>
            {chips.map(({ name, value, onRemove }) => {
              const said = words.titled(name, value);
              return (
                <button
                  key={name}
                  type="button"
                  aria-label={words.withoutFilter(said)}
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
        </div>
        {open ? children : null}
      </SearchForm>
    </search>
  );
}
