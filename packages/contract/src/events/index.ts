export * from './check.ts';
export * from './fields.ts';
export * from './kinds.ts';
export * from './stored.ts';
export * from './wire.ts';
