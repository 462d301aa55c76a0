/** Which custom fields have a column in the list of people. */
import type { CustomField } from '@rollcall/contract';
import { useConsoleContext, useWords } from '../console-context.ts';
import { customFieldWords } from '../custom-fields/words.ts';
import { Tick } from '../parts/tick.tsx';

/** Columns until others are chosen. */
const USUAL = 2;
/** Stands for no column. */
const NONE = '-';

/** The fields of a list in the address; empty: the first ones. */
export const shownFields = (fields: readonly CustomField[], chosen: string): readonly CustomField[] =>
  chosen === '' ? fields.slice(0, USUAL) : fields.filter(({ key }) => chosen.split(' ').includes(key));

export function ShownColumns(props: {
  fields: readonly CustomField[];
  shown: readonly CustomField[];
  onChange: (chosen: string) => void;
}) {
  const { fields, shown, onChange } = props;
  const { language } = useConsoleContext();
  const words = useWords(customFieldWords);
  return (
    <details>
      <summary>{words.columns}</summary>
      {fields.map(field => (
        <Tick
          key={field.key}
          type="checkbox"
          checked={shown.includes(field)}
          onChange={event => {
            const keys = fields
              .filter(one => (one === field ? event.target.checked : shown.includes(one)))
              .map(({ key }) => key);
            onChange(keys.join(' ') || NONE);
          }}
          label={field.name[language]}
        />
      ))}
    </details>
  );
}
