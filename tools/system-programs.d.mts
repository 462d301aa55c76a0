export function systemPrograms(): { nginx: string; openssl: string; certutil: string };
