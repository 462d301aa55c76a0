/** The devices that the account is signed in on, each with its kind, its place and its last use. */
import { browserName } from '@rollcall/ui';
import { useRef, useState } from 'react';
import { Loaded } from '../account/loaded.tsx';
import { Panel } from '../forms/panel.tsx';
import panelCss from '../forms/panel.module.css';
import buttonsCss from '../task/buttons.module.css';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf, titled } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './devices.module.css';
import { platformName } from './platform-name.ts';
import { type Device, useDevices } from './use-devices.ts';
import { type DevicesWords, devicesWords } from './words.ts';

/** Milliseconds within which an active session renews its tokens: its last use is known no more exactly. */
const HOUR = 3_600_000;

const nameOf = ({ browser, system, kind }: Device, words: DevicesWords): string =>
  [system, browserName(words.browsers, browser)].filter(Boolean).join(' · ') || words.unnamed[kind];

/** Platform and product code that the client sent, common platforms by their names; undefined if it sent neither. */
const clientOf = ({ platform, product }: Device, words: DevicesWords): string | undefined => {
  const parts = [platformName(words, platform), product].filter(Boolean);
  return parts.join(' · ') || undefined;
};

const drawings: Readonly<Record<Device['kind'], string>> = {
  phone:
    'M8 2.5h8a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5ZM11 18.5h2',
  tablet:
    'M5 3.5h14A1.5 1.5 0 0 1 20.5 5v14a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V5A1.5 1.5 0 0 1 5 3.5ZM11 17.5h2',
  desktop:
    'M4 4.5h16A1.5 1.5 0 0 1 21.5 6v9.5H2.5V6A1.5 1.5 0 0 1 4 4.5ZM1 19.5h22M2.5 15.500v4M21.5 15.500v4',
  other:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300q-1 .5-1 1.700M12 17v.01',
};

/**
 * The last use in words, as exactly as it is known.
 *
 * @param now milliseconds since 1970, by this device's clock
 */
function LastUse({ at, words }: { at: number; words: DevicesWords }) {
  const locale = localeOf(useRollcall().phrases);
  const [now] = useState(() => Date.now());
  const date = new Date(at);
  const exact = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
  return (
    <time dateTime={date.toISOString()} title={exact}>
      {Math.abs(now - at) < HOUR ? words.justNow : exact}
    </time>
  );
}

/**
 * Lists the devices that are signed in, with a button that signs each out.
 * @example <AccountDevices />
 * @see `docs/react.md`
 */
export function AccountDevices() {
  const { phrases } = useRollcall();
  const words = useWords('devices', devicesWords);
  const flow = useDevices();
  const [confirming, setConfirming] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const { task, ending, ended } = flow;
  const day = dateFormat(localeOf(phrases), { dateStyle: 'medium' });
  const busy = task.phase !== 'idle';
  return (
    <Loaded value={flow.devices} task={flow.loading}>
      {devices => {
        const others = devices.filter(({ current }) => !current).length;
        // where all are the same it tells nothing
        const several = new Set(devices.map(device => clientOf(device, words))).size > 1;
        return (
          <>
            <p ref={status} aria-live="polite" tabIndex={-1} className={css.status}>
              {typeof ended === 'number'
                ? words.endedOthers(ended)
                : ended
                  ? words.ended(nameOf(ended, words))
                  : null}
            </p>
            <FormError problem={task.problem} retry={task.retry} />
            <ul className={css.devices} aria-label={words.list}>
              {devices.map(device => (
                <li key={device.id} data-current={device.current ? '' : undefined}>
                  <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d={drawings[device.kind]} />
                  </svg>
                  <div className={css.about}>
                    <h3>
                      {nameOf(device, words)}
                      {device.current ? <span className={css.here}>{words.here}</span> : null}
                    </h3>
                    <dl>
                      <div>
                        <dt>{words.place}</dt>
                        <dd>{device.address}</dd>
                      </div>
                      {device.method === null ? null : (
                        <div>
                          <dt>{words.by}</dt>
                          <dd>{words.methods[device.method]}</dd>
                        </div>
                      )}
                      {several && clientOf(device, words) ? (
                        <div>
                          <dt>{words.client}</dt>
                          <dd>{clientOf(device, words)}</dd>
                        </div>
                      ) : null}
                      <div>
                        <dt>{words.used}</dt>
                        <dd>
                          <LastUse at={device.last_used_at} words={words} />
                        </dd>
                      </div>
                    </dl>
                    <p>{words.since(day.format(device.created_at))}</p>
                  </div>
                  {device.current ? null : (
                    <button
                      type="button"
                      className={buttonsCss.secondary}
                      aria-label={titled(
                        phrases,
                        ending === device.id ? words.ending : words.end,
                        nameOf(device, words),
                      )}
                      aria-disabled={busy || undefined}
                      data-working={ending === device.id ? '' : undefined}
                      onClick={() => {
                        flow.end(device);
                        // the button that had the focus is gone with its row
                        status.current?.focus();
                      }}
                    >
                      {ending === device.id ? words.ending : words.end}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            <SlowNotice phase={ending === 'others' ? 'idle' : task.phase} />
            <div className={css.others}>
              {others === 0 ? (
                <p className={panelCss.note}>{words.alone}</p>
              ) : confirming ? (
                <Panel
                  label={words.endOthers}
                  busy={words.ending}
                  task={task}
                  problem={undefined}
                  onSubmit={() => {
                    flow.endOthers();
                    status.current?.focus();
                  }}
                  onCancel={() => setConfirming(false)}
                >
                  <p className={panelCss.note}>{words.askOthers}</p>
                </Panel>
              ) : (
                <>
                  <p>{words.others(others)}</p>
                  <button
                    type="button"
                    className={buttonsCss.secondary}
                    aria-disabled={busy || undefined}
                    onClick={() => setConfirming(true)}
                  >
                    {words.endOthers}
                  </button>
                </>
              )}
              {others === 0 ? null : <p className={panelCss.note}>{words.strange}</p>}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}
