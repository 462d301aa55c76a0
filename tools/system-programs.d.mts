export function systemPrograms(): { nginx: string; openssl: string; certutil: string };
export function languagePrograms(): { java: string; go: string };
