/** WeChat's QR code within this page, by the vendor's script. */
import type { ThirdParty } from '@rollcall/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { shownTheme } from '@rollcall/ui';
import css from './finish.module.css';
import { thirdPartyWords } from './words.ts';

/** Milliseconds that the vendor's script may take to load. */
const SCRIPT_MS = 15_000;

type WechatLogin = new (options: {
  readonly self_redirect: boolean;
  readonly id: string;
  readonly appid: string;
  readonly scope: string;
  /** Encoded here, since the script does not encode it. */
  readonly redirect_uri: string;
  readonly state: string;
  readonly style: 'black' | 'white';
}) => unknown;

declare global {
  var WxLogin: WechatLogin | undefined;
}

const loaded = new Map<string, Promise<WechatLogin>>();

/** The vendor's constructor. A script that failed is loaded again the next time. */
function loadScript(src: string): Promise<WechatLogin> {
  const known = loaded.get(src);
  if (known) return known;
  const script = document.createElement('script');
  const loading = new Promise<WechatLogin>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('slow')), SCRIPT_MS);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      // a content blocker may answer with an empty script
      if (globalThis.WxLogin) resolve(globalThis.WxLogin);
      else reject(new Error('empty'));
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error('blocked'));
    });
  });
  loaded.set(src, loading);
  loading.catch(() => {
    loaded.delete(src);
    script.remove();
  });
  script.src = src;
  document.head.append(script);
  return loading;
}

/** @param props.url of the vendor, from `beginThirdParty`; undefined until it is begun */
export function WechatFrame({ thirdParty, url }: { thirdParty: ThirdParty; url: string | undefined }) {
  const { phrases } = useRollcall();
  const words = useWords('thirdParty', thirdPartyWords);
  const id = `wechat${useId().replace(/\W/g, '')}`;
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const [tried, setTried] = useState(false);
  const again = useRef(() => {});
  const { script_url } = thirdParty;
  useEffect(() => {
    if (url === undefined) return;
    let open = true;
    const query = new URL(url).searchParams;
    const of = (name: string) => query.get(name) ?? '';
    const embed = async () => {
      try {
        const Login = await loadScript(script_url ?? '');
        if (!open) return;
        // oxlint-disable-next-line no-new -- so the vendor has it
        new Login({
          // the frame comes back to this site, and hands over to this page
          self_redirect: true,
          id,
          appid: of('appid'),
          scope: of('scope'),
          redirect_uri: encodeURIComponent(of('redirect_uri')),
          state: of('state'),
          style: shownTheme() === 'dark' ? 'white' : 'black',
        });
        setState('there');
      } catch {
        if (open) setState('failed');
      }
    };
    again.current = () => void embed();
    again.current();
    return () => {
      open = false;
      document.getElementById(id)?.replaceChildren();
    };
  }, [id, url, script_url]);
  return (
    <>
      <p className={css.codeTitle}>{words.codeTitle}</p>
      <div className={css.frame} data-state={state}>
        <div id={id} />
        {state === 'there' ? null : (
          <div>
            <p aria-live="polite">{state === 'loading' ? phrases.work.loading : words.frameFailed}</p>
            {state === 'failed' || tried ? (
              <button
                type="button"
                className={css.other}
                aria-disabled={state === 'loading' || undefined}
                onClick={() => {
                  if (state === 'loading') return;
                  setState('loading');
                  setTried(true);
                  again.current();
                }}
              >
                {phrases.work.retry}
              </button>
            ) : null}
          </div>
        )}
      </div>
      <p className={css.scan} aria-live="polite">
        {state === 'there' ? words.scan : null}
      </p>
    </>
  );
}
