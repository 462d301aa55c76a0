/** Prints what the open pages show when a test fails, before the hooks of its file close them. */
import { afterEach } from 'vitest';
import { openPages } from './browser.ts';

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of await openPages()) process.stderr.write(`\n${task.name}: a page shows\n${page}\n`);
});
