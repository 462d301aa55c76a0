/** The frame of a field: label, control, rule, and the problem beside it. */
import type { ReactNode } from 'react';
import { useRollcall } from '../session/provider.tsx';
import css from './fields.module.css';
import type { Problem } from './problem.ts';
import { Told } from './told.tsx';

export interface FieldFrame {
  /** The control's id; the rule and the problem get ids made of it. */
  readonly id: string;
  readonly label: string;
  /** Said before a mistake is made. */
  readonly rule?: ReactNode;
  readonly optional?: boolean;
  readonly problem?: Problem | undefined;
  /** Where a problem's remedy is another page. */
  readonly remedy?: ReactNode;
}

/** The attributes that tie a control to its rule and problem. */
export function described(frame: Pick<FieldFrame, 'id' | 'rule' | 'problem'>) {
  const ids = [frame.problem && `${frame.id}-problem`, frame.rule && `${frame.id}-rule`]
    .filter(Boolean)
    .join(' ');
  return {
    id: frame.id,
    'aria-describedby': ids || undefined,
    'aria-invalid': frame.problem ? (true as const) : undefined,
  };
}

/** Draws the frame around a control; `action` stands at the label line's end. */
export function Field(props: FieldFrame & { children: ReactNode; action?: ReactNode }) {
  const { id, label, rule, optional, problem, remedy, children, action } = props;
  const { phrases } = useRollcall();
  return (
    <div className={css.field} data-wrong={problem ? '' : undefined}>
      <div className={css.head}>
        <label htmlFor={id}>
          {label}
          {optional ? <span className={css.optional}>{phrases.fields.optional}</span> : null}
        </label>
        {action}
      </div>
      {children}
      <div role="alert" id={`${id}-problem`} className={css.problem}>
        {problem ? <Told problem={problem}>{remedy}</Told> : null}
      </div>
      {rule ? (
        <div id={`${id}-rule`} className={css.rule}>
          {rule}
        </div>
      ) : null}
    </div>
  );
}
