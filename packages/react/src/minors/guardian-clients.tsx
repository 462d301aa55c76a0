/** The sites that a pupil lets ask for more than a number, and the guardian's consent to each. */
import type { Child } from '@rollcall/contract';
import { TaskButton } from '@rollcall/ui';
import { useId } from 'react';
import { titled } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import type { ChildProps } from './guardian-sure.tsx';
import css from './minors.module.css';
import { minorsWords } from './words.ts';

type Client = Child['clients'][number];

export function GuardianClients({ child, flow, task }: ChildProps) {
  const { phrases } = useRollcall();
  const { guardian: words } = useWords('minors', minorsWords);
  const id = useId();
  if (child.clients.length === 0) return null;
  const list = (scopes: Client['asked']) =>
    scopes.map(scope => words.clientScopes[scope]).join(words.clientComma);
  const act = (client: Client, label: string, scopes: Client['asked']) => (
    <TaskButton
      className={buttonsCss.secondary}
      phase={task.phase}
      label={label}
      busy={words.working}
      aria-label={titled(phrases, label, client.name)}
      onClick={() =>
        task.run(signal => flow.decide(child, 'client', signal, { client: { id: client.id, scopes } }))
      }
    />
  );
  return (
    <section className={css.fields} aria-labelledby={id}>
      <h3 id={id}>{words.clientsTitle}</h3>
      <p>{words.clientsLead}</p>
      {child.clients.map(client => {
        // what it asks for since the guardian allowed some of it is a new question
        const open = client.asked.some(scope => !client.allowed.includes(scope));
        return (
          <div key={client.id}>
            <p>
              <b>{client.name}</b>
              <br />
              {words.clientAsks(list(client.asked))}
              {client.allowed.length > 0 ? (
                <>
                  <br />
                  {words.clientLearns(list(client.allowed))}
                </>
              ) : null}
            </p>
            <div className={css.acts}>
              {open ? act(client, words.clientAllow, client.asked) : null}
              {client.allowed.length > 0
                ? act(client, words.clientEnd, [])
                : client.decided_at === null
                  ? act(client, words.clientDeny, [])
                  : null}
            </div>
          </div>
        );
      })}
    </section>
  );
}
