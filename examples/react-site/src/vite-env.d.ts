interface ImportMetaEnv {
  /** Where the accounts are. */
  readonly VITE_ACCOUNTS?: string;
}
interface ImportMeta {
  readonly env: ImportMetaEnv;
}
declare module '*.css';
