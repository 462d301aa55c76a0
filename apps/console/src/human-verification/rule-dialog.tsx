/** Sets the rule of one scene. */
import { verificationPolicies, type VerificationRule, verificationVendors } from '@rollcall/contract/console';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Plain } from '../parts/buttons.tsx';
import { Confirm } from '../parts/confirm.tsx';
import css from '../parts/console-parts.module.css';
import { Field } from '../parts/field.tsx';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { countedFailures, countedRequests, readLimits } from './limits.ts';
import { verificationWords } from './words.ts';

export function RuleDialog(props: {
  rule: VerificationRule;
  vendors: readonly string[];
  onClose: () => void;
}) {
  const { rule, vendors, onClose } = props;
  const { client } = useSurroundings();
  const words = useWords(verificationWords);
  const common = useCommon();
  const router = useRouter();
  const [ask, setAsk] = useState(rule.ask);
  const [order, setOrder] = useState(rule.providers);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const nameOf = (vendor: string) => words.vendorNames[vendor] ?? vendor;
  const counts = (
    group: 'requests' | 'failures',
    names: readonly ('identity' | 'device' | 'address' | 'prefix')[],
  ) => (
    <fieldset className={css.choices}>
      <legend>{words[group]}</legend>
      <div className={css.bar}>
        {names.map(name => {
          const set: Readonly<Record<string, number | undefined>> = rule.limits[group] ?? {};
          const inForce: Readonly<Record<string, number | null>> = rule.in_force[group];
          const force = inForce[name] ?? null;
          const field = `${group}.${name}`;
          return (
            <Field
              key={name}
              label={words.counted[name]}
              mistake={wrong.includes(field) ? words.limitMistake : undefined}
            >
              {control => (
                <input
                  {...control}
                  name={field}
                  inputMode="numeric"
                  defaultValue={set[name] ?? ''}
                  placeholder={
                    set[name] === undefined
                      ? words.builtIn(force === null ? words.without : String(force))
                      : ''
                  }
                  onInput={() => setWrong([])}
                />
              )}
            </Field>
          );
        })}
      </div>
    </fieldset>
  );
  return (
    <Confirm
      title={words.editTitle(words.scenes[rule.scene] ?? rule.scene)}
      label={common.save}
      busy={common.saving}
      onClose={onClose}
      check={data => {
        const { wrong } = readLimits(field => String(data.get(field) ?? ''));
        setWrong(wrong);
        return wrong.length === 0;
      }}
      act={async (data, signal) => {
        const { limits } = readLimits(field => String(data.get(field) ?? ''));
        const providers = order && verificationVendors.filter(name => order.includes(name));
        await client.ask(
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
        await router.invalidate();
      }}
    >
      <fieldset className={css.choices}>
        <legend>{words.ask}</legend>
        {verificationPolicies.map(name => (
          <label key={name} className={css.tick}>
            <input type="radio" name="ask" checked={ask === name} onChange={() => setAsk(name)} />
            <span>
              {words.asks[name]}
              <br />
              <small>{words.askWhat[name]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {vendors.length > 0 ? (
        <fieldset className={css.choices}>
          <legend>{words.order}</legend>
          <label className={css.tick}>
            <input type="radio" name="order" checked={order === null} onChange={() => setOrder(null)} />
            {words.orderConfigured}
          </label>
          <label className={css.tick}>
            <input
              type="radio"
              name="order"
              checked={order !== null}
              onChange={() => setOrder(now => now ?? [...vendors])}
            />
            <span>
              {words.orderOwn}
              <br />
              <small>{words.orderRule}</small>
            </span>
          </label>
          {order === null ? null : (
            <ol className={css.steps}>
              {order.map((name, at) => (
                <li key={name}>
                  <span>{nameOf(name)}</span>
                  <Plain
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
                  </Plain>
                </li>
              ))}
            </ol>
          )}
        </fieldset>
      ) : null}
      {ask === 'by-risk' ? (
        <>
          <p className={css.rule}>{words.limitsRule}</p>
          {counts('requests', countedRequests)}
          {counts('failures', countedFailures)}
        </>
      ) : null}
    </Confirm>
  );
}
