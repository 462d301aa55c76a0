/** The filters above figures. On a phone they are folded into one line, which says what is set. */
import { Children, type ComponentProps, isValidElement, type ReactNode, useState } from 'react';
import { useCommonWords } from '../console-context.ts';
import chipsCss from './chips.module.css';
import css from './filter-bar.module.css';
import { SelectField } from './select-field.tsx';

type Select = ComponentProps<typeof SelectField>;

/** The values that leave nothing out: they are not named. */
const everything: ReadonlySet<string> = new Set(['', 'all']);

/** What the selects among some fields say. */
const chosenIn = (fields: ReactNode): string[] =>
  Children.toArray(fields).flatMap(field => {
    if (!isValidElement<{ children?: ReactNode }>(field)) return [];
    if (field.type !== SelectField) return chosenIn(field.props.children);
    const { value, options } = field.props as Extract<Select, { value: string }>;
    return everything.has(value) ? [] : options.filter(([name]) => name === value).map(([, text]) => text);
  });

/**
 * @param props.also what is set by other children than `SelectField`s
 * @param props.children the fields, which may stand within elements
 */
export function FilterBar({ also = [], children }: { also?: readonly string[]; children: ReactNode }) {
  const words = useCommonWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className={css.fold}>
        <div className={chipsCss.chips}>
          <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {[words.filters, ...chosenIn(children), ...also].join(' · ')}
          </button>
        </div>
      </div>
      <div className={css.bar}>{children}</div>
    </>
  );
}
