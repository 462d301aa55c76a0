/** A choice out of a list, drawn as the other fields are. */
import type { ComponentProps } from 'react';
import fieldsCss from './fields.module.css';
import css from './select.module.css';

export function Select(props: Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <div className={fieldsCss.control}>
      <select {...props} className={`${fieldsCss.input} ${css.select}`} />
    </div>
  );
}
