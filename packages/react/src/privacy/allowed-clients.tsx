/** The sites that the person allowed to learn who they are; draws nothing where there are none. */
import { disallowClient, getAllowedClients } from '@rollcall/account';
import type { AnswerOf, getAllowedClients as row } from '@rollcall/contract';
import { useEffect, useId, useRef, useState } from 'react';
import panelCss from '../forms/panel.module.css';
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf, titled } from '../phrases/locale.ts';
import { FormError } from '../problem/form-error.tsx';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { useSession } from '../session/use-session.ts';
import buttonsCss from '../task/buttons.module.css';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useTask } from '../task/use-task.ts';
import css from './privacy.module.css';
import { privacyWords } from './words.ts';

type AllowedClient = AnswerOf<typeof row>[number];

export function AllowedClients() {
  const { auth, phrases } = useRollcall();
  const words = useWords('privacy', privacyWords);
  const given = useAuth();
  const session = useSession();
  const loading = useTask();
  const task = useTask();
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const [clients, setClients] = useState<readonly AllowedClient[]>([]);
  const [ended, setEnded] = useState<string>();
  const { run } = loading;
  useEffect(() => {
    if (!auth || session !== 'in') return;
    run(async signal => setClients(await getAllowedClients(auth, undefined, { signal })));
  }, [auth, session, run]);
  const end = (client: AllowedClient) =>
    task.run(async signal => {
      await disallowClient(given(), { id: client.id }, { signal });
      setClients(now => now.filter(one => one.id !== client.id));
      setEnded(client.name);
      // the button that had the focus is gone with its row
      status.current?.focus();
    });
  if (session === 'out' || (clients.length === 0 && ended === undefined)) return null;
  const day = dateFormat(localeOf(phrases), { dateStyle: 'medium' });
  return (
    <section className={css.data} aria-labelledby={id}>
      <h3 id={id}>{words.clients}</h3>
      <p className={panelCss.note}>{words.clientsLead}</p>
      <p ref={status} aria-live="polite" tabIndex={-1}>
        {ended === undefined ? null : words.clientEnded(ended)}
      </p>
      <FormError problem={task.problem} retry={task.retry} />
      <ul className={css.clients}>
        {clients.map(client => (
          <li key={client.id}>
            <div>
              <b>{client.name}</b>
              <small>
                {words.learns(client.scopes.map(scope => words.scopes[scope]).join(words.comma))}
                {' · '}
                {day.format(client.allowed_at)}
              </small>
            </div>
            <button
              type="button"
              className={buttonsCss.secondary}
              aria-label={titled(phrases, words.endClient, client.name)}
              aria-disabled={task.phase !== 'idle' || undefined}
              onClick={() => end(client)}
            >
              {words.endClient}
            </button>
          </li>
        ))}
      </ul>
      <SlowNotice phase={task.phase} />
    </section>
  );
}
