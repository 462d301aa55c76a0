/**
 * What is traced: requests, jobs and loads begin a trace; statements, queries and calls to others within them are its
 * spans. The current span is found in the asynchronous context, so a function says what it does by `traced`, and
 * costs one look where nothing is traced.
 * Names and attributes say nothing of a person: no number, address, token, query string or IP address.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'client' | 'internal';
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

export interface TraceSpan {
  /** The `traceparent` header that makes another process's spans a part of the trace. */
  readonly traceparent: string;
  rename(name: string): void;
  add(attributes: SpanAttributes): void;
  /** @param fault its kind is kept, and nothing of its message, which may have values */
  end(fault?: unknown): void;
}

export interface Tracer {
  /** @param parent a span of this process, or a `traceparent` header; undefined begins a trace */
  start(name: string, options: SpanOptions, parent?: TraceSpan | string): TraceSpan;
}

interface Place {
  readonly tracer: Tracer;
  readonly span: TraceSpan | undefined;
}

const place = new AsyncLocalStorage<Place>();

/** Runs `work`, and what follows from it, with a tracer or within one of its spans. */
export const withTracer = <T>(tracer: Tracer, work: () => T, span?: TraceSpan): T =>
  place.run({ tracer, span }, work);

/** The span that runs; undefined where nothing is traced. */
export const currentSpan = (): TraceSpan | undefined => place.getStore()?.span;

/** Makes `work` belong to the span that runs now, whatever calls it: events of a stream come from its connection. */
export const inThisSpan = <A extends readonly unknown[], T>(work: (...args: A) => T): ((...args: A) => T) => {
  const here = place.getStore();
  return here ? (...args) => place.run(here, work, ...args) : work;
};

const within = async <T>(tracer: Tracer, span: TraceSpan, work: () => Promise<T>): Promise<T> => {
  let fault: unknown;
  try {
    return await withTracer(tracer, work, span);
  } catch (error) {
    fault = error ?? new Error('unknown');
    throw error;
  } finally {
    span.end(fault);
  }
};

/**
 * Runs `work` as a span of the running one; as it is where there is none.
 * @param describe the span's name and options; called only where there is a running span
 */
export const traced = <T>(
  describe: () => SpanOptions & { readonly name: string },
  work: () => Promise<T>,
): Promise<T> => {
  const here = place.getStore();
  if (!here?.span) return work();
  const { name, ...options } = describe();
  return within(here.tracer, here.tracer.start(name, options, here.span), work);
};

/** Runs `work` as a trace of its own, such as a job: who woke it is of no matter. */
export const tracedApart = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> => {
  const tracer = place.getStore()?.tracer;
  return tracer ? within(tracer, tracer.start(name, options), work) : work();
};
