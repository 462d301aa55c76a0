/** Where traces are sent, by the variables that OpenTelemetry's specification names. */
import { InvalidSetting, type Reader } from '../config-reader.ts';

export interface TracingSettings {
  /** Where spans are posted by OTLP over HTTP. */
  readonly url: string;
  /** Sent with each post. @default none */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces that are recorded, 0 to 1. @default 1 */
  readonly ratio: number;
  /** The name that spans are listed under. @default rollcall */
  readonly service: string;
}

const collector = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidSetting('a URL of http or https', value);
  return `${url.href.replace(/\/$/, '')}/v1/traces`;
};

/** `name=value,name=value`, percent-encoded as in W3C baggage. */
const headerList = (value: string): Record<string, string> =>
  Object.fromEntries(
    value.split(',').map(part => {
      const [, name, text] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
      try {
        if (name !== undefined && text !== undefined) return [name, decodeURIComponent(text)];
      } catch {
        // Not percent-encoded; refused below.
      }
      throw new InvalidSetting('name=value pairs with commas between them', '…');
    }),
  );

const share = (value: string): number => {
  const ratio = /^\d(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(ratio >= 0 && ratio <= 1)) throw new InvalidSetting('a number from 0 to 1', value);
  return ratio;
};

/** @returns undefined: nothing is traced */
export const tracingSettings = (reader: Reader): TracingSettings | undefined => {
  const url = reader.checked('OTEL_EXPORTER_OTLP_ENDPOINT', collector);
  const headers = reader.checked('OTEL_EXPORTER_OTLP_HEADERS', headerList) ?? {};
  const ratio = reader.checked('OTEL_TRACES_SAMPLER_ARG', share) ?? 1;
  const service = reader.text('OTEL_SERVICE_NAME') ?? 'rollcall';
  return url === undefined ? undefined : { url, headers, ratio, service };
};
