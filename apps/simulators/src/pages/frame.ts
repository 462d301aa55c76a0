/** The layout of every simulated page: title, style, and a content security policy. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Html, html } from '../html.ts';

const style = new Html(`
:root{color-scheme:light dark;--ink:#1d2433;--paper:#fff;--line:#c9ced8;--press:#07603a}
@media (prefers-color-scheme:dark){:root{--ink:#e9efe9;--paper:#15181d;--line:#4a515c;--press:#7fd6a8}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"PingFang SC","Noto Sans SC",sans-serif}
main{max-width:56rem;margin:0 auto}
main.narrow{max-width:26rem}
h1{font-size:1.25rem;margin:0 0 4px}
h2{font-size:1.05rem;margin:24px 0 8px}
p{margin:4px 0 12px}
fieldset{border:1px solid var(--line);border-radius:4px;margin:0 0 12px;padding:8px 12px}
label.person{display:flex;align-items:center;gap:8px;min-height:32px}
label.person img{border-radius:4px}
label.field{display:block;margin:0 0 8px}
select,input[type=number],input[type=text],button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:4px;padding:4px 8px;min-height:32px;max-width:100%}
select,input[type=number]{width:100%}
.buttons{display:flex;flex-wrap:wrap;gap:8px}
button{cursor:pointer;min-height:40px}
button.main{border-color:var(--press);color:var(--press);font-weight:600;flex:1}
:focus-visible{outline:2px solid var(--press);outline-offset:2px}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid var(--line);padding:6px 8px;text-align:start;vertical-align:top;overflow-wrap:break-word}
th{white-space:nowrap}
.scroll{overflow-x:auto}
td form{display:flex;flex-wrap:wrap;gap:8px}
td form select{width:auto;max-width:20rem;min-width:0}
td form input[type=number]{width:7rem}
@media (max-width:48rem){table.vendors thead{display:none}table.vendors :is(tbody,tr,th,td){display:block}table.vendors :is(th,td){border:0;padding:2px 0}table.vendors tr{border-bottom:1px solid var(--line);padding:8px 0}}
.compact body{padding:8px;font-size:13px;line-height:1.35}
.compact p{margin:0 0 6px}
.compact h1{font-size:16px}
.compact fieldset{padding:2px 8px;margin:0 0 6px}
.compact label.person{min-height:28px}
.compact label.field{margin:0 0 4px}
.compact button{padding:4px 6px}
small{opacity:.8}
`);

/** The only script: a cancelled sign-in closes its window, if a script opened it. */
const closeScript = 'window.close()';
const scriptHash = createHash('sha256').update(closeScript).digest('base64');

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** `narrow` for a sign-in, `compact` for one inside a frame of 300 by 400. */
  readonly shape?: 'narrow' | 'compact';
  readonly closes?: boolean;
}

/** Sends the page, without frame-ancestors, because sites embed WeChat's page. */
export const sendPage = (reply: FastifyReply, { title, body, shape, closes }: Page): FastifyReply =>
  reply
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Content-Type-Options', 'nosniff')
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; script-src 'sha256-${scriptHash}'`,
    )
    .type('text/html; charset=utf-8')
    .send(
      html`<!doctype html>
<html lang="zh-CN" class="${shape ?? ''}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${style}</style></head>
<body><main class="${shape ? 'narrow' : ''}">${body}</main>${closes ? new Html(`<script>${closeScript}</script>`) : ''}</body>
</html>
`.text,
    );

/** A vendor's error page for an invalid request of the site. */
export const sendErrorPage = (
  reply: FastifyReply,
  vendor: string,
  text: string,
  code: string,
): FastifyReply =>
  sendPage(reply, {
    title: `${vendor} · ${code}`,
    shape: 'narrow',
    body: html`<h1>${vendor}</h1><p role="alert">${text}</p><p>错误码：<code>${code}</code></p>`,
  });
