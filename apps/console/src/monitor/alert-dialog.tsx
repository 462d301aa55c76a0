/** Adds a rule of an alert, or changes one. */
import { type AlertKind, alertKinds, type AlertRule, vitals } from '@rollcall/contract/console';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Confirm } from '../parts/confirm.tsx';
import css from '../parts/console-parts.module.css';
import { Choice, Field } from '../parts/field.tsx';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import own from './console-monitor.module.css';
import {
  freshRule,
  hasPercentile,
  percentiles,
  readRule,
  type RuleField,
  type TypedRule,
  typedOf,
} from './rule-fields.ts';
import { monitorWords } from './words.ts';

/** `rule` undefined: a new one, of `product`. */
export function AlertDialog(props: { rule: AlertRule | undefined; product: string; onClose: () => void }) {
  const { rule, product, onClose } = props;
  const { client } = useSurroundings();
  const words = useWords(monitorWords);
  const common = useCommon();
  const router = useRouter();
  const [kind, setKind] = useState<AlertKind>(rule?.kind ?? 'failed-share');
  const [typed, setTyped] = useState<TypedRule>(rule ? typedOf(rule) : freshRule['failed-share']);
  const [enabled, setEnabled] = useState(rule?.enabled ?? true);
  const [wrong, setWrong] = useState<readonly RuleField[]>([]);
  const set = (field: RuleField, value: string) => {
    setTyped(now => ({ ...now, [field]: value }));
    setWrong(now => now.filter(one => one !== field));
  };
  const read = () => readRule(kind, typed, { product: rule?.product ?? product, enabled });
  const input = (field: RuleField, label: string, how?: string, figure = true) => (
    <Field
      label={label}
      rule={how === '' ? undefined : how}
      mistake={wrong.includes(field) ? words.mistakes[field] : undefined}
    >
      {control => (
        <input
          {...control}
          name={field}
          value={typed[field]}
          maxLength={240}
          spellCheck={false}
          {...(figure ? { inputMode: 'decimal' as const } : {})}
          onChange={event => set(field, event.target.value)}
        />
      )}
    </Field>
  );
  const given = typed.percentile;
  return (
    <Confirm
      title={rule ? `${words.changeRule}: ${rule.name}` : `${words.addRule}: ${product}`}
      label={common.save}
      busy={common.saving}
      onClose={onClose}
      check={() => {
        const found = read();
        setWrong('wrong' in found ? found.wrong : []);
        return !('wrong' in found);
      }}
      act={async (_, signal) => {
        const found = read();
        if ('wrong' in found) return;
        if (rule) await client.ask('changeAlertRule', { body: { id: rule.id, ...found.rule } }, signal);
        else await client.ask('createAlertRule', { body: found.rule }, signal);
        await router.invalidate();
      }}
    >
      {input('name', words.fields.name, undefined, false)}
      <Choice
        label={words.kind}
        value={kind}
        options={alertKinds.map(name => [name, words.alertKinds[name]] as const)}
        onChoose={chosen => {
          setKind(chosen);
          // a limit of another kind has another unit
          setTyped(now => ({ ...freshRule[chosen], name: now.name }));
          setWrong([]);
        }}
      />
      {kind === 'vital' ? (
        <Choice
          label={words.metric}
          value={typed.target}
          options={vitals.map(name => [name, words.metrics[name]] as const)}
          onChoose={target => set('target', target)}
        />
      ) : (
        input('target', words.fields.target, words.targetRule[kind], false)
      )}
      {hasPercentile(kind) ? (
        <Choice
          label={words.fields.percentile}
          value={given}
          options={[...new Set([...percentiles, given])].map(name => [name, `p${name}`] as const)}
          onChoose={percentile => set('percentile', percentile)}
        />
      ) : null}
      {input('threshold', words.fields.threshold, words.thresholdOf[kind])}
      <div className={own.pair}>
        {input('window', words.fields.window)}
        {input('least', words.fields.least, words.leastRule)}
      </div>
      <label className={css.tick}>
        <input type="checkbox" checked={enabled} onChange={event => setEnabled(event.target.checked)} />
        {words.enabled}
      </label>
    </Confirm>
  );
}
