interface ImportMetaEnv {
  /** The origin of the Rollcall server. */
  readonly VITE_ACCOUNTS?: string;
}
interface ImportMeta {
  readonly env: ImportMetaEnv;
}
