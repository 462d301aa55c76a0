/** A choice out of a list, drawn as the other fields are. */
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import fieldsCss from './fields.module.css';
import css from './select.module.css';

type SelectProps = Omit<ComponentPropsWithoutRef<'select'>, 'className'>;

export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(props, ref) {
  return (
    <div className={fieldsCss.control}>
      <select {...props} ref={ref} className={`${fieldsCss.input} ${css.select}`} />
    </div>
  );
});
