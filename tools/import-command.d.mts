export declare function importCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  write?: (text: string) => void,
): Promise<number>;
