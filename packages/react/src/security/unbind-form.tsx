/** Taking WeChat or QQ off the account, after it was said what that means. */
import { AuthError, unbindQq, unbindWechat } from '@rollcall/account';
import type { Provider } from '@rollcall/contract';
import { useState } from 'react';
import { Panel } from '../account/panel.tsx';
import panelCss from '../account/panel.module.css';
import type { Problem } from '../fields/problem.ts';
import { useTask } from '../fields/use-task.ts';
import { useWords } from '../phrases/parts.ts';
import { useAuth, useRollcall } from '../session/provider.tsx';
import type { Opened } from './security.tsx';
import { securityWords } from './words.ts';

export function Unbind({ provider, onDone, onCancel }: Opened & { provider: Provider }) {
  const { phrases } = useRollcall();
  const { thirdParty: words } = useWords('security', securityWords);
  const auth = useAuth();
  const task = useTask();
  const [lastWay, setLastWay] = useState<Problem>();
  const name = phrases.account[provider];
  const submit = () => {
    setLastWay(undefined);
    task.run(async signal => {
      try {
        await (provider === 'wechat' ? unbindWechat : unbindQq)(auth(), undefined, { signal });
      } catch (thrown) {
        // the one thing that is not allowed here has words of its own
        if (!(thrown instanceof AuthError && thrown.name === 'IllegalOperation')) throw thrown;
        setLastWay({ name: 'LastWay' });
        return;
      }
      onDone(words.unbound(name));
    });
  };
  return (
    <Panel
      label={words.unbind(name)}
      busy={words.unbinding}
      task={task}
      problem={lastWay ?? task.problem}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p className={panelCss.note}>{words.ask(name)}</p>
    </Panel>
  );
}
