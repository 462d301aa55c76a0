/** The form by which a guardian says what may be recorded of a pupil's use of the pages: nothing at first. */
import type { Child, ConsentKind } from '@rollcall/contract';
import { TaskButton } from '@rollcall/ui';
import { useId, useState } from 'react';
import tickCss from '../fields/tick.module.css';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import type { Task } from '../task/use-task.ts';
import { kinds } from '../usage/use-consent.ts';
import usageCss from '../usage/usage.module.css';
import { usageWords } from '../usage/words.ts';
import css from './minors.module.css';
import type { GuardianFlow } from './use-guardian.ts';
import { minorsWords } from './words.ts';

interface Props {
  readonly child: Child;
  readonly flow: GuardianFlow;
  readonly task: Task;
}

export function GuardianUsage({ child, flow, task }: Props) {
  const { guardian: words } = useWords('minors', minorsWords);
  const usage = useWords('usage', usageWords);
  const [allowed, setAllowed] = useState<readonly ConsentKind[]>(child.usage);
  const id = useId();
  return (
    <form
      className={css.fields}
      aria-labelledby={`${id}title`}
      onSubmit={event => {
        event.preventDefault();
        task.run(signal => flow.decide(child, 'usage', signal, { usage: allowed }));
      }}
    >
      <h3 id={`${id}title`}>{words.usageTitle}</h3>
      <p>{words.usageLead}</p>
      <ul className={usageCss.kinds}>
        {kinds.map(kind => (
          <li key={kind}>
            <input
              type="checkbox"
              className={tickCss.tick}
              id={id + kind}
              checked={allowed.includes(kind)}
              aria-describedby={`${id}${kind}what`}
              onChange={({ target: { checked } }) =>
                setAllowed(checked ? [...allowed, kind] : allowed.filter(one => one !== kind))
              }
            />
            <div>
              <label htmlFor={id + kind}>{usage.kinds[kind].name}</label>
              <p id={`${id}${kind}what`}>{usage.kinds[kind].what}</p>
            </div>
          </li>
        ))}
      </ul>
      <TaskButton
        type="submit"
        className={buttonsCss.secondary}
        phase={task.phase}
        label={words.usageSave}
        busy={words.saving}
      />
    </form>
  );
}
