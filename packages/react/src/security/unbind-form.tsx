/** Taking WeChat or QQ off the account, after it was said what that means. */
import { AuthError, unbindQq, unbindWechat } from '@rollcall/account';
import type { Provider } from '@rollcall/contract';
import { useState } from 'react';
import { Panel } from '../forms/panel.tsx';
import panelCss from '../forms/panel.module.css';
import type { Problem } from '../problem/problem.ts';
import { useTask } from '../task/use-task.ts';
import { useWords } from '../provider/use-words.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import type { RowFormProps } from './row-form.ts';
import { securityWords } from './words.ts';

export function Unbind({ provider, onDone, onCancel }: RowFormProps & { provider: Provider }) {
  const { phrases } = useRollcall();
  const { thirdParty: words } = useWords('security', securityWords);
  const auth = useAuth();
  const task = useTask();
  const [onlyMethod, setOnlyMethod] = useState<Problem>();
  const name = phrases.account[provider];
  const submit = () => {
    setOnlyMethod(undefined);
    task.run(async signal => {
      try {
        await (provider === 'wechat' ? unbindWechat : unbindQq)(auth(), undefined, { signal });
      } catch (thrown) {
        // the one thing that is not allowed here has words of its own
        if (!(thrown instanceof AuthError && thrown.name === 'IllegalOperation')) throw thrown;
        setOnlyMethod({ name: 'LastSignInMethod' });
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
      problem={onlyMethod ?? task.problem}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p className={panelCss.note}>{words.ask(name)}</p>
    </Panel>
  );
}
