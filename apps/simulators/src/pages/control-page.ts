/** The testers' page: the vendors' conditions and the accepted messages. */
import type { FastifyReply } from 'fastify';
import { gatewayCodes, MAX_DELAY_MS, modesOf, vendorNames, vendorOf } from '../conditions.ts';
import { type Html, html } from '../html.ts';
import type { AcceptedMessage } from '../outbox.ts';
import type { Simulation } from '../simulation.ts';
import { sendPage } from './frame.ts';

const option = (value: string, text: string, chosen: boolean): Html =>
  html`<option value="${value}"${chosen ? html` selected` : ''}>${text}</option>`;

const message = (row: string | { readonly message: string }): string =>
  typeof row === 'string' ? row : row.message;

const vendorRows = ({ conditions }: Simulation) =>
  vendorNames.map(name => {
    const { title, errors } = vendorOf(name);
    const { mode, code, delayMs } = conditions.of(name);
    return html`<tr><th scope="row">${title}</th><td>${mode}${code ? ` ${code}` : ''}${mode === 'slow' ? ` ${delayMs} ms` : ''}</td>
<td><form method="post" action="/control/${name}">
<select name="mode" aria-label="Mode of ${title}">${modesOf(name).map(each => option(each, each, each === mode))}</select>
<select name="code" aria-label="Code of ${title}">${option('', '(no code)', code === undefined)}
<optgroup label="down">${gatewayCodes.map(each => option(each, each, each === code))}</optgroup>
<optgroup label="error">${Object.entries(errors).map(([each, row]) => option(each, `${each} ${message(row)}`, each === code))}</optgroup></select>
<input type="number" name="delay_ms" min="0" max="${MAX_DELAY_MS}" value="${delayMs}" aria-label="Delay of ${title} in milliseconds">
<button>Set</button></form></td></tr>`;
  });

const messageRow = ({ at, vendor, channel, to, template, params, text }: AcceptedMessage): Html =>
  html`<tr><td>${at}</td><td>${vendor}</td><td>${channel}</td><td>${to}</td><td>${template}</td>
<td><code>${JSON.stringify(params)}</code></td><td>${text}</td></tr>`;

/** Sends the page. */
export const sendControlPage = (reply: FastifyReply, simulation: Simulation): FastifyReply => {
  const messages = simulation.outbox.list();
  return sendPage(reply, {
    title: 'Simulators',
    body: html`<div lang="en"><h1>Simulators</h1>
<p>The vendors' protocols, answered here. Choose how each of them is; it stays so until it is changed or reset.</p>
<div class="scroll"><table class="vendors"><thead><tr><th scope="col">Vendor</th><th scope="col">Now</th><th scope="col">Change</th></tr></thead>
<tbody>${vendorRows(simulation)}</tbody></table></div>
<p>pass: as the protocol says. fail: an ordinary refusal; a script that makes nothing; a puzzle that cannot be solved. close: a challenge closes itself. slow: right, but late. down: connection cut, or 502–504. error: the documented error chosen.</p>
<form method="post" action="/control/reset"><button>Reset everything</button></form>
<h2>Accepted messages (${messages.length})</h2>
${
  messages.length === 0
    ? html`<p>None yet. What the SMS and voice gateways accept is listed here, newest first.</p>`
    : html`<div class="scroll"><table><thead><tr>${[
        'At',
        'Vendor',
        'Channel',
        'To',
        'Template',
        'Parameters',
        'Text',
      ].map(
        head => html`<th scope="col">${head}</th>`,
      )}</tr></thead><tbody>${messages.map(messageRow)}</tbody></table></div>`
}</div>`,
  });
};
