/** The sign-in page of WeChat and QQ: the choice of a person, allow or refuse, and a fault to simulate. */
import type { FastifyReply } from 'fastify';
import {
  type Condition,
  checkCondition,
  DEFAULT_DELAY_MS,
  gatewayCodes,
  MAX_DELAY_MS,
  type VendorName,
  vendors,
} from '../conditions.ts';
import { type Fault, type FaultyCall, faultyCalls } from '../grants.ts';
import { html } from '../html.ts';
import { findPerson, type Person, people } from '../people.ts';
import { sendPage } from './frame.ts';

export interface LoginPage {
  readonly vendor: VendorName & ('wechat' | 'qq');
  readonly clientId: string;
  /** The form's action, and its hidden fields. */
  readonly action: string;
  readonly hidden: URLSearchParams;
  /** The calls that can fail, with their labels. */
  readonly calls: Partial<Readonly<Record<FaultyCall, string>>>;
  readonly compact: boolean;
  /** Whether the page that asks can be open as a snapshot. */
  readonly snapshots?: boolean;
  /** Whether to leave the frame that embeds the page. */
  readonly top: boolean;
}

const options = ({ vendor, calls }: LoginPage) =>
  faultyCalls.map(call => {
    const label = calls[call];
    if (label === undefined) return undefined;
    const errors = call === 'page' ? [] : Object.entries(vendors[vendor].errors);
    return html`<optgroup label="${label}">
<option value="${call} slow">${label}：很慢 slow</option>
<option value="${call} down">${label}：断线 connection cut</option>
${gatewayCodes.map(code => html`<option value="${call} down ${code}">${label}：${code}</option>`)}
${errors.map(([code, message]) => html`<option value="${call} error ${code}">${code} ${message}</option>`)}
</optgroup>`;
  });

/** Sends the page. */
export const sendLoginPage = (reply: FastifyReply, page: LoginPage): FastifyReply => {
  const { title } = vendors[page.vendor];
  return sendPage(reply, {
    title: `${title} 登录（模拟）`,
    shape: page.compact ? 'compact' : 'narrow',
    body: html`<h1>${title} 登录 <small>模拟 simulator</small></h1>
<p>应用 <code>${page.clientId}</code> 申请使用你的账号登录。</p>
<form method="post" action="${page.action}"${page.top ? html` target="_top"` : ''}>
${[...page.hidden].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset><legend>你是谁？ Who are you?</legend>
${people.map(
  (person, index) =>
    html`<label class="person"><input type="radio" name="person" value="${person.id}"${
      index === 0 ? html` checked` : ''
    }><img src="/people/${person.id}.svg" alt="" width="24" height="24">${person.name}</label>`,
)}
</fieldset>
<label class="field">之后 Afterwards
<select name="fault"><option value="">一切正常 all goes well</option>${options(page)}</select></label>
<label class="field">慢几毫秒 Slow by milliseconds
<input type="number" name="delay_ms" min="0" max="${MAX_DELAY_MS}" value="${DEFAULT_DELAY_MS}"></label>
<div class="buttons">
<button class="main" name="decision" value="allow">同意&nbsp;Allow</button>
${page.snapshots ? html`<button name="decision" value="snapshot">快照页&nbsp;Snapshot</button>` : ''}
<button name="decision" value="refuse">拒绝&nbsp;Refuse</button>
<button name="decision" value="close">关闭&nbsp;Close</button>
</div></form>`,
  });
};

/** The page after a closed sign-in, if the browser doesn't let it close itself. */
export const sendClosedPage = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, {
    title: '已关闭',
    shape: 'narrow',
    closes: true,
    body: html`<h1>已关闭 Closed</h1><p>没有向网站返回任何内容，可以关闭此页。Nothing was sent back to the site; this page can be closed.</p>`,
  });

/** The parameters of the site's request that the form repeats. */
export const carried = (query: URLSearchParams, names: readonly string[]): URLSearchParams => {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = query.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
};

export interface Choice {
  readonly decision: 'allow' | 'snapshot' | 'refuse' | 'close';
  readonly person: Person;
  readonly fault?: Fault;
}

/** Reads the tester's choice. @returns an error message if it is invalid */
export const readChoice = (vendor: VendorName, form: URLSearchParams): Choice | string => {
  const decision = form.get('decision');
  if (decision !== 'allow' && decision !== 'snapshot' && decision !== 'refuse' && decision !== 'close')
    return 'decision: expected allow, snapshot, refuse or close';
  const person = findPerson(form.get('person') ?? people[0]?.id ?? null);
  if (!person) return 'person: no such name';
  const chosen = form.get('fault') ?? '';
  if (chosen === '') return { decision, person };
  const [call, mode, code] = chosen.split(' ');
  const known = faultyCalls.find(name => name === call);
  if (!known) return `fault: expected one of ${faultyCalls.join(', ')} first`;
  const condition: Condition | string = checkCondition(vendor, mode, code, form.get('delay_ms') ?? undefined);
  return typeof condition === 'string' ? condition : { decision, person, fault: { call: known, condition } };
};
