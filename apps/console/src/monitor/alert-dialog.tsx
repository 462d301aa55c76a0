/** A dialog that creates or changes an alert rule. */
import {
  type AlertChannel,
  type AlertDefaults,
  type AlertKind,
  alertKinds,
  type AlertRule,
  isAbsence,
  vitals,
} from '@rollcall/contract/console';
import { useState } from 'react';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import choicesCss from '../parts/choices.module.css';
import { TextField } from '../parts/text-field.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { useCommonWords, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import own from './monitor.module.css';
import {
  hasPercentile,
  newRule,
  percentiles,
  poor,
  readRule,
  type RuleField,
  type TypedRule,
  typedOf,
} from './rule-fields.ts';
import { alertWords } from './alert-words.ts';
import { channelWords } from './channel-words.ts';
import { monitorWords } from './words.ts';

/** @param props.rule undefined: a new rule of `product` */
export function AlertDialog(props: {
  rule: AlertRule | undefined;
  product: string;
  /** The thresholds that new rules begin with. */
  defaults: AlertDefaults | undefined;
  channels: readonly AlertChannel[];
  /** What the choice without a channel says. */
  defaultChannel: string;
  onClose: () => void;
}) {
  const { rule, product, defaults, channels, defaultChannel, onClose } = props;
  const words = useWords(alertWords);
  const sending = useWords(channelWords);
  const monitoring = useWords(monitorWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const [kind, setKind] = useState<AlertKind>(rule?.kind ?? 'failed-share');
  const [typed, setTyped] = useState<TypedRule>(rule ? typedOf(rule) : newRule('failed-share', defaults));
  const [enabled, setEnabled] = useState(rule?.enabled ?? true);
  const [channel, setChannel] = useState(String(rule?.channel ?? ''));
  const [wrong, setWrong] = useState<readonly RuleField[]>([]);
  const set = (field: RuleField, value: string) => {
    setTyped(now => ({ ...now, [field]: value }));
    setWrong(now => now.filter(one => one !== field));
  };
  const read = () =>
    readRule(kind, typed, {
      product: rule?.product ?? product,
      enabled,
      channel: channel === '' ? null : Number(channel),
    });
  const input = (field: RuleField, label: string, how?: string, figure = true) => (
    <TextField
      label={label}
      rule={how === '' ? undefined : how}
      error={wrong.includes(field) ? words.fieldErrors[field] : undefined}
      name={field}
      value={typed[field]}
      maxLength={240}
      spellCheck={false}
      inputMode={figure ? 'decimal' : undefined}
      onChange={event => set(field, event.target.value)}
    />
  );
  const given = typed.percentile;
  return (
    <ConfirmDialog
      title={rule ? common.titled(common.change, rule.name) : common.titled(words.addRule, product)}
      onClose={onClose}
      validate={() => {
        const found = read();
        setWrong('wrong' in found ? found.wrong : []);
        return !('wrong' in found);
      }}
      onConfirm={async (_, signal) => {
        const found = read();
        if ('wrong' in found) return;
        if (rule) await mutate('changeAlertRule', { body: { id: rule.id, ...found.rule } }, signal);
        else await mutate('createAlertRule', { body: found.rule }, signal);
      }}
    >
      {input('name', words.fields.name, undefined, false)}
      <SelectField
        label={monitoring.kind}
        value={kind}
        options={labelled(alertKinds, words.alertKinds)}
        onSelect={chosen => {
          setKind(chosen);
          // thresholds of other kinds have other units
          setTyped(now => ({ ...newRule(chosen, defaults), name: now.name }));
          setWrong([]);
        }}
      />
      {kind === 'vital' ? (
        <SelectField
          label={monitoring.metric}
          value={typed.target}
          options={labelled(vitals, monitoring.metrics)}
          onSelect={chosen => {
            const metric = vitals.find(one => one === chosen);
            // thresholds of other metrics have other units
            if (metric) setTyped(now => ({ ...now, ...poor(metric) }));
          }}
        />
      ) : kind === 'no-sign-ins' ? null : (
        input('target', words.fields.target, words.targetRule[kind], false)
      )}
      {hasPercentile(kind) ? (
        <SelectField
          label={words.fields.percentile}
          value={given}
          options={[...new Set([...percentiles, given])].map(name => [name, `p${name}`] as const)}
          onSelect={percentile => set('percentile', percentile)}
        />
      ) : null}
      {input('threshold', words.fields.threshold, words.thresholdOf[kind])}
      {isAbsence(kind) ? (
        <div className={own.pair}>
          {input('hourFrom', words.fields.hourFrom, words.hoursRule)}
          {input('hourTo', words.fields.hourTo)}
        </div>
      ) : (
        <div className={own.pair}>
          {input('window', words.fields.window)}
          {input('least', words.fields.least, words.leastRule)}
        </div>
      )}
      <SelectField
        label={words.sentTo}
        value={channel}
        options={[
          ['', defaultChannel] as const,
          ...channels.map(({ id, name }) => [String(id), name] as const),
        ]}
        rule={channels.length === 0 ? sending.addHow(sending.channels) : undefined}
        onSelect={setChannel}
      />
      <label className={choicesCss.tick}>
        <input type="checkbox" checked={enabled} onChange={event => setEnabled(event.target.checked)} />
        {words.enabled}
      </label>
    </ConfirmDialog>
  );
}
