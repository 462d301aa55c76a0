export function inAscii(code: string, mappings: string): { code: string; mappings: string };
export function writeInAscii(file: string): void;
