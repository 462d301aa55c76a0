import { unbindWechat } from '@rollcall/account';
import { FormError, SubmitButton, useRollcall, useTask } from '@rollcall/react';

export const LeaveWechat = () => {
  const { auth } = useRollcall();
  const task = useTask();
  const leave = async (signal: AbortSignal) => {
    if (auth) await unbindWechat(auth, undefined, { signal });
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        task.run(leave);
      }}
    >
      <FormError problem={task.problem} retry={task.retry} />
      <SubmitButton task={task} label="Disconnect WeChat" busy="Disconnecting…" />
    </form>
  );
};
