/** A row of the account's second factors, and under it the form that its button opens. */
import type { ReactNode } from 'react';
import buttonsCss from '../task/buttons.module.css';
import type { FactorAction } from './factor-forms.tsx';
import css from './second-factors.module.css';

export function FactorRow(props: {
  text: ReactNode;
  notes?: readonly string[];
  /** The button's words; without them there is no button. */
  label?: string | undefined;
  /** Names the button, where its words alone do not. */
  about?: string;
  action: FactorAction;
  onOpen: (action: FactorAction) => void;
  children: ReactNode;
}) {
  const { text, notes = [], label, about, action, onOpen, children } = props;
  return (
    <li>
      <div className={css.row}>
        <div>
          {text}
          {notes.length > 0 ? (
            <p>
              {notes.map(note => (
                <span key={note}>{note} </span>
              ))}
            </p>
          ) : null}
        </div>
        {label ? (
          <button
            type="button"
            className={buttonsCss.link}
            aria-label={about}
            aria-expanded={children !== null}
            data-action={action}
            onClick={() => onOpen(action)}
          >
            {label}
          </button>
        ) : null}
      </div>
      {children}
    </li>
  );
}
