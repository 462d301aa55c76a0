/** A dialog that changes the verification rule of one scene. */
import { verificationPolicies, type VerificationRule, verificationVendors } from '@rollcall/contract/console';
import { useState } from 'react';
import { TextButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import choicesCss from '../parts/choices.module.css';
import { Tick } from '../parts/tick.tsx';
import fieldCss from '../parts/field.module.css';
import filterBarCss from '../parts/filter-bar.module.css';
import stepListCss from '../parts/step-list.module.css';
import { TextField } from '../parts/text-field.tsx';
import { useCommonWords, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { countedFailures, countedRequests, readLimits } from './limits.ts';
import { pagesOf } from './scene-pages.ts';
import { verificationWords } from './words.ts';

export function RuleDialog(props: {
  rule: VerificationRule;
  vendors: readonly string[];
  onClose: () => void;
}) {
  const { rule, vendors, onClose } = props;
  const words = useWords(verificationWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const [ask, setAsk] = useState(rule.ask);
  const [order, setOrder] = useState(rule.providers);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const nameOf = (vendor: string) => words.vendorNames[vendor] ?? vendor;
  const pages = pagesOf(rule.scene);
  const used =
    pages === undefined
      ? undefined
      : [
          pages.length === 0 ? words.unused : words.usedBy(pages.join(common.comma)),
          ...(rule.scene === 'login' ? [words.silenceInstead] : []),
        ].join(common.gap);
  const counts = (
    group: 'requests' | 'failures',
    names: readonly ('identity' | 'device' | 'address' | 'prefix')[],
  ) => (
    <fieldset className={choicesCss.choices}>
      <legend>{words[group]}</legend>
      <div className={filterBarCss.bar}>
        {names.map(name => {
          const set: Readonly<Record<string, number | undefined>> = rule.limits[group] ?? {};
          const inForce: Readonly<Record<string, number | null>> = rule.in_force[group];
          const force = inForce[name] ?? null;
          const field = `${group}.${name}`;
          return (
            <TextField
              key={name}
              label={words.counted[name]}
              error={wrong.includes(field) ? words.limitError : undefined}
              name={field}
              inputMode="numeric"
              defaultValue={set[name] ?? ''}
              placeholder={
                set[name] === undefined ? words.builtIn(force === null ? words.without : String(force)) : ''
              }
              onInput={() => setWrong([])}
            />
          );
        })}
      </div>
    </fieldset>
  );
  return (
    <ConfirmDialog
      title={words.editTitle(words.scenes[rule.scene] ?? rule.scene)}
      text={used}
      onClose={onClose}
      validate={data => {
        const { wrong } = readLimits(field => String(data.get(field) ?? ''));
        setWrong(wrong);
        return wrong.length === 0;
      }}
      onConfirm={async (data, signal) => {
        const { limits } = readLimits(field => String(data.get(field) ?? ''));
        const providers = order && verificationVendors.filter(name => order.includes(name));
        await mutate(
          'setVerificationRule',
          {
            body: {
              scene: rule.scene,
              ask,
              providers:
                providers && order ? providers.sort((a, b) => order.indexOf(a) - order.indexOf(b)) : null,
              limits,
            },
          },
          signal,
        );
      }}
    >
      <fieldset className={choicesCss.choices}>
        <legend>{words.ask}</legend>
        {verificationPolicies.map(name => (
          <Tick
            key={name}
            type="radio"
            name="ask"
            checked={ask === name}
            onChange={() => setAsk(name)}
            label={words.asks[name]}
            note={words.askWhat[name]}
          />
        ))}
      </fieldset>
      {vendors.length > 0 ? (
        <fieldset className={choicesCss.choices}>
          <legend>{words.order}</legend>
          <Tick
            type="radio"
            name="order"
            checked={order === null}
            onChange={() => setOrder(null)}
            label={words.orderConfigured}
          />
          <Tick
            type="radio"
            name="order"
            checked={order !== null}
            onChange={() => setOrder(now => now ?? [...vendors])}
            label={words.orderOwn}
            note={words.orderRule}
          />
          {order === null ? null : (
            <ol className={stepListCss.stepList}>
              {order.map((name, at) => (
                <li key={name}>
                  <span>{nameOf(name)}</span>
                  <TextButton
                    aria-label={words.up(nameOf(name))}
                    disabled={at === 0}
                    onClick={() =>
                      setOrder(
                        order.map((one, index) =>
                          index === at - 1 ? name : index === at ? (order[at - 1] ?? one) : one,
                        ),
                      )
                    }
                  >
                    ↑
                  </TextButton>
                </li>
              ))}
            </ol>
          )}
        </fieldset>
      ) : null}
      {ask === 'by-risk' ? (
        <>
          <p className={fieldCss.rule}>{words.limitsRule}</p>
          {counts('requests', countedRequests)}
          {counts('failures', countedFailures)}
        </>
      ) : null}
    </ConfirmDialog>
  );
}
