/** `npm run bench [-- SECTION]`: measures one part of the product; each section says its method in its output. */

/** What can be measured; a section runs when it is imported. */
const sections: Readonly<Record<string, () => Promise<unknown>>> = {
  accounts: () => import('./accounts.ts'),
  api: () => import('./api.ts'),
  cluster: () => import('./cluster-store.ts'),
  collector: () => import('./collector.ts'),
  growth: () => import('./growth.ts'),
  import: () => import('./import.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  limits: () => import('./limits.ts'),
  load: () => import('./event-load.ts'),
  openid: () => import('./openid.ts'),
  queries: () => import('./queries/queries.ts'),
  scale: () => import('./scale/scale.ts'),
  track: () => import('./track/track.ts'),
  webhooks: () => import('./webhooks.ts'),
  workers: () => import('./workers.ts'),
};

const name = process.argv[2] ?? 'accounts';
const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
if (section) await section();
else {
  console.error(`There is no section "${name}"; there are: ${Object.keys(sections).join(', ')}.`);
  process.exitCode = 1;
}

export {};
