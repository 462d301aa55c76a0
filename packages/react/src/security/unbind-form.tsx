/** The confirmation that unbinds WeChat or QQ. */
import { unbindQq, unbindWechat } from '@rollcall/account';
import type { Provider } from '@rollcall/contract';
import { FormPanel } from '../forms/form-panel.tsx';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import type { RowFormProps } from './row-form.ts';
import { securityWords } from './words.ts';

/** The only reason for which this call refuses the operation. */
const PROBLEM_NAMES = { IllegalOperation: 'LastSignInMethod' } as const;

export function Unbind({ provider, onDone, onCancel }: RowFormProps & { provider: Provider }) {
  const { phrases } = useRollcall();
  const { thirdParty: words } = useWords('security', securityWords);
  const auth = useAuth();
  const name = phrases.account[provider];
  return (
    <FormPanel
      label={words.unbind(name)}
      busy={words.unbinding}
      note={words.ask(name)}
      fields={[]}
      problemNames={PROBLEM_NAMES}
      submit={async (_values, signal) => {
        await (provider === 'wechat' ? unbindWechat : unbindQq)(auth(), undefined, { signal });
        onDone(words.unbound(name));
      }}
      onCancel={onCancel}
    />
  );
}
