/** Starts a page in the browser, over its prerendered HTML. */
import '@rollcall/ui/tokens.css';
import '@rollcall/app-shell/base.css';
import { type Environment, init } from '@rollcall/account';
import { RollcallProvider } from '@rollcall/react';
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { deviceId } from '../device.ts';
import type { Words } from '../words/words.ts';
import { collectErrors, rootOptions } from '@rollcall/app-shell/errors';
import { reportLater } from '../reporting/later.ts';
import { type PageData, pageData } from './page-data.ts';

const ENVIRONMENTS: readonly string[] = ['dev', 'staging', 'prod', 'api-test', 'test', 'press'];
const isEnvironment = (name: string | undefined): name is Environment =>
  name !== undefined && ENVIRONMENTS.includes(name);

/** The server writes the environment into `<html data-env>`. */
export function hydrate(
  Page: ComponentType<{ words: Words; data: PageData | undefined }>,
  words: Words,
): void {
  collectErrors();
  const { env } = document.documentElement.dataset;
  const auth = init({
    pid: 'rollcall',
    appid: 'rollcall-web',
    product_code: 'rollcall',
    platform: 'web',
    env: isEnvironment(env) ? env : 'prod',
  });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  hydrateRoot(
    root,
    <RollcallProvider auth={auth} phrases={words.phrases} device={deviceId}>
      <Page words={words} data={pageData()} />
    </RollcallProvider>,
    rootOptions,
  );
  reportLater(auth, words.phrases);
}
