/** Starts the console in the browser, in place of the prerendered waiting page. */
import '@rollcall/ui/tokens.css';
import '@rollcall/app-shell/base.css';
import './charts/charts.module.css';
import { collectErrors, rootOptions } from '@rollcall/app-shell/errors';
import { whenIdle } from '@rollcall/app-shell/idle';
import { ErrorBoundary, type Language } from '@rollcall/ui';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { createClient } from './client/client.ts';
import { createConsoleRouter } from './router.ts';
import { ConsoleFailed } from './shell/states.tsx';
import { createProofRequests, ProofDialogs } from './session/proof-dialog.tsx';
import { createCurrentOperator } from './session/current-operator.ts';
import { ConsoleContextProvider } from './console-context.ts';

export function startConsole(language: Language): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  collectErrors();
  const proofs = createProofRequests();
  const client = createClient({
    fetch: (input, init) => fetch(input, init),
    onSignedOut: () => {
      // reloading the routes leads to the sign-in page; without an operator the router is on its way there
      if (currentOperator.clear()) void router.invalidate();
    },
    onSetupRequired: () => {
      // likewise: the routes lead to the page that sets it up
      if (currentOperator.clear()) void router.invalidate();
    },
    askProof: proofs.ask,
  });
  const currentOperator = createCurrentOperator(client);
  const router = createConsoleRouter({ client, currentOperator });
  createRoot(root, rootOptions).render(
    <ConsoleContextProvider value={{ language, client }}>
      <ErrorBoundary failed={<ConsoleFailed />}>
        <RouterProvider router={router} />
        <ProofDialogs requests={proofs} />
      </ErrorBoundary>
    </ConsoleContextProvider>,
  );
  // no data about operators is reported
  whenIdle(async () => (await import('@rollcall/app-shell/monitoring')).startMonitoring());
}
