export function systemPrograms(): { nginx: string; openssl: string; certutil: string };
export function apacheProgram(): string;
export function firefoxProgram(): string;
export function enginePrograms(): Record<string, string>;
export function languagePrograms(): { java: string; go: string };
