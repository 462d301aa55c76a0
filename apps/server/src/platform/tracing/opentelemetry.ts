/** The tracer of OpenTelemetry's libraries, which are loaded where a collector is configured. */
import type { Span } from '@opentelemetry/api';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { withPackages } from '../optional-packages.ts';
import { version } from '../version.ts';
import type { TracingSettings } from './settings.ts';
import type { SpanKind, Tracer, TraceSpan } from '../tracing.ts';

/** Maximum of spans that wait to be sent; further ones are dropped, so that a collector that is slow or gone costs no more. */
const QUEUE = 2048;
/** Milliseconds that sending a batch may take, and between two. */
const TIMEOUT = 5_000;
const EVERY = 5_000;
/** Milliseconds that the end of the server waits for the last spans. */
const LAST = 2_000;
/** Milliseconds between two warnings about the collector. */
const WARN_EVERY = 10 * 60_000;
/** Characters of an attribute, such as a statement. */
const LONGEST = 2_000;

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
];

/** Spans that no collector has: the queue was full, or a post failed. */
export type DroppedSpans = Readonly<Record<'queue' | 'send', number>>;

export interface OpenTracer extends Tracer {
  readonly dropped: DroppedSpans;
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>;
}

/** The version, trace and parent of W3C Trace Context; the flags are not taken over: the ratio decides. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/;

export const openTracer = async (
  { url, headers, ratio, service }: TracingSettings,
  {
    log,
    instance,
    queue = QUEUE,
    clock = () => performance.now(),
  }: {
    readonly log: Pick<Logger, 'warn'>;
    readonly instance: string;
    /** Instead of QUEUE. */
    readonly queue?: number;
    /** Milliseconds since any moment. */
    readonly clock?: () => number;
  },
): Promise<OpenTracer> => {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await withPackages(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    PACKAGES,
    () =>
      Promise.all([
        import('@opentelemetry/api'),
        import('@opentelemetry/sdk-trace'),
        import('@opentelemetry/exporter-trace-otlp-http'),
        import('@opentelemetry/resources'),
      ]),
  );
  const { SpanKind: Kind, ROOT_CONTEXT, trace } = api;
  const kinds: Record<SpanKind, (typeof Kind)[keyof typeof Kind]> = {
    server: Kind.SERVER,
    client: Kind.CLIENT,
    internal: Kind.INTERNAL,
  };
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: TIMEOUT });
  const dropped = { queue: 0, send: 0 };
  let waiting = 0;
  let warned = Number.NEGATIVE_INFINITY;
  const send = exporter.export.bind(exporter);
  exporter.export = (spans, done) => {
    waiting -= spans.length;
    send(spans, result => {
      if (result.error) {
        dropped.send += spans.length;
        if (clock() - warned >= WARN_EVERY) {
          warned = clock();
          log.warn({ err: result.error, spans: spans.length }, 'traces could not be sent, and are dropped');
        }
      }
      done(result);
    });
  };
  const batches = new sdk.BatchSpanProcessor({
    exporter,
    maxQueueSize: queue,
    scheduledDelayMillis: EVERY,
    exportTimeoutMillis: TIMEOUT,
  });
  // Bounds the queue itself, because the library doesn't say what it drops.
  const bounded: SpanProcessor = {
    onStart: (...started) => batches.onStart(...started),
    onEnd: span => {
      if (waiting >= queue) {
        dropped.queue += 1;
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'service.instance.id': instance,
    }),
    // By the trace's id alone, so that all processes of a trace agree, and no client decides.
    sampler: new sdk.TraceIdRatioBasedSampler(ratio),
    spanLimits: { attributeValueLengthLimit: LONGEST },
    spanProcessors: [bounded],
  });
  const tracer = provider.getTracer('rollcall', version);
  const spans = new WeakMap<TraceSpan, Span>();

  const wrap = (span: Span): TraceSpan => {
    const { traceId, spanId, traceFlags } = span.spanContext();
    const own: TraceSpan = {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      rename: name => void span.updateName(name),
      add: attributes => void span.setAttributes(attributes),
      end: fault => {
        if (fault !== undefined) {
          const { name = 'Error', code } = fault as { name?: string; code?: unknown };
          span.setAttribute('error.type', typeof code === 'string' ? code : name);
          span.setStatus({ code: api.SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
    spans.set(own, span);
    return own;
  };

  const parentOf = (parent: TraceSpan | string | undefined) => {
    if (typeof parent === 'string') {
      const [, traceId, spanId] = TRACEPARENT.exec(parent) ?? [];
      return traceId && spanId
        ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1, isRemote: true })
        : ROOT_CONTEXT;
    }
    const span = parent && spans.get(parent);
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  };

  const lastly = (work: Promise<void>): Promise<void> => {
    const late = new Promise<void>(resolve => {
      setTimeout(resolve, LAST).unref();
    });
    // What can't be sent was warned of.
    return Promise.race([work.catch(() => undefined), late]);
  };

  return {
    dropped,
    start: (name, { kind = 'internal', attributes = {} }, parent) =>
      wrap(tracer.startSpan(name, { kind: kinds[kind], attributes }, parentOf(parent))),
    close: () => lastly(provider.shutdown()),
  };
};
