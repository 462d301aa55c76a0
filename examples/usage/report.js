import { start } from '@rollcall/monitor';
import { createUsage } from '@rollcall/usage';
import { heatmap } from '@rollcall/usage/heatmap';

export const host = 'http://127.0.0.1:8080';
const product = 'my-school';

/** Errors, failed calls and speed. It identifies no person and stores nothing on the device, so it needs no consent. */
export const monitor = start({ product, release: '2026.11', url: `${host}/monitor/v1.gif`, origins: [host] });

/** Views, events and times, each only after consent to its kind. With `heatmap` the places of clicks too. */
export const usage = createUsage({ product_code: product, url: host, heatmap });
