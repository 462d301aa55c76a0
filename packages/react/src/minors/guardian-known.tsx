/** What a guardian who consented once can see and do: stored data immediately, recorded use once it is put together. */
import { TaskButton } from '@rollcall/ui';
import { useState } from 'react';
import { dataFile } from '../my-data/data-file.ts';
import type { RecordedUse } from '../my-data/kept-data.ts';
import { files } from '../privacy/files.ts';
import { FormError } from '../problem/form-error.tsx';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import { useTask } from '../task/use-task.ts';
import { GuardianClients } from './guardian-clients.tsx';
import { GuardianCorrection } from './guardian-correction.tsx';
import { GuardianData } from './guardian-data.tsx';
import { type ChildProps, Sure } from './guardian-sure.tsx';
import { GuardianUsage } from './guardian-usage.tsx';
import css from './minors.module.css';
import type { ChildData } from './use-guardian.ts';
import { minorsWords } from './words.ts';

export function KnownChild(props: ChildProps) {
  const { child, flow, task } = props;
  const { guardian: words } = useWords('minors', minorsWords);
  return (
    <>
      <KeptOfChild {...props} />
      {child.consented_at === null ? null : (
        <>
          <GuardianClients {...props} />
          <GuardianUsage {...props} />
          <GuardianCorrection child={child} flow={flow} />
        </>
      )}
      <div className={css.acts}>
        {child.consented_at === null ? null : (
          <Sure {...props} decision="withdraw" label={words.withdraw} sure={words.withdrawSure} danger />
        )}
        {child.erase_at === null ? (
          <Sure {...props} decision="erase" label={words.erase} sure={words.eraseSure} danger />
        ) : (
          <TaskButton
            className={buttonsCss.secondary}
            phase={task.phase}
            label={words.keep}
            busy={words.working}
            onClick={() => task.run(signal => flow.decide(child, 'keep', signal))}
          />
        )}
      </div>
    </>
  );
}

/** All that is kept: read with one call, of which a day has ten, and shown while the events are still put together. */
function KeptOfChild({ child, flow, task, main }: ChildProps) {
  const { guardian: words } = useWords('minors', minorsWords);
  const [data, setData] = useState<ChildData>();
  const [recorded, setRecorded] = useState<RecordedUse>();
  const gathering = useTask();
  const see = () =>
    task.run(async signal => {
      const kept = await flow.read(child, signal);
      if (!kept) return;
      setData(kept);
      gathering.run(async until => setRecorded(await flow.readRecorded(kept, until)));
    });
  const asked = child.consented_at === null || child.new_agreements.length > 0;
  if (!data)
    return (
      <div className={css.acts}>
        <TaskButton
          className={main && !asked ? buttonsCss.primary : buttonsCss.secondary}
          phase={task.phase}
          label={words.see}
          busy={words.seeing}
          onClick={see}
        />
      </div>
    );
  return (
    <>
      <div className={css.acts}>
        <TaskButton
          className={buttonsCss.secondary}
          phase={recorded ? task.phase : gathering.phase}
          label={words.file}
          busy={recorded ? words.seeing : words.gathering}
          disabled={!recorded}
          onClick={() => {
            if (recorded)
              task.run(async () =>
                files.save(await dataFile({ ...data, ...recorded }), `rollcall-${child.nickname}.json`),
              );
          }}
        />
        <button type="button" className={buttonsCss.secondary} onClick={() => window.print()}>
          {words.print}
        </button>
      </div>
      <FormError problem={gathering.problem} retry={gathering.retry} />
      <GuardianData data={data} recorded={recorded} />
    </>
  );
}
