/** An OTLP/HTTP collector for tests: it takes what an exporter posts, in the protocol's JSON. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}
interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code?: number };
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

export interface ReceivedSpan extends Omit<OtlpSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly service: string | number | boolean | undefined;
}

export interface TestCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that was posted, as text. */
  readonly text: string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  /** From now on requests wait for an answer that never comes. */
  hang(): void;
  stop(): Promise<void>;
}

const valuesOf = (attributes: readonly OtlpAttribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        value.doubleValue ??
        value.boolValue ??
        (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  );

export const startCollector = async (): Promise<TestCollector> => {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  let text = '';
  let hangs = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers });
      if (hangs) return;
      const body = Buffer.concat(chunks).toString();
      text += body;
      const { resourceSpans } = JSON.parse(body) as OtlpRequest;
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = valuesOf(resource.attributes)['service.name'];
        for (const span of scopeSpans.flatMap(scope => scope.spans))
          spans.push({ ...span, attributes: valuesOf(span.attributes), service });
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    });
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get text() {
      return text;
    },
    requests,
    hang: () => {
      hangs = true;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise(resolve => {
        server.close(resolve);
      });
    },
  };
};
