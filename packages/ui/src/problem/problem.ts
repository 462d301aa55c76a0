/** A failure by its name; the words for it are a table's of the caller. */

/** @template N the names that the caller has words for */
export interface Problem<N extends string = string> {
  readonly name: N;
  /** Seconds to wait before the next try, where the server gave them. */
  readonly seconds?: number | undefined;
  /** The id under which the server logged the request. */
  readonly requestId?: string | undefined;
}

/** A problem in words. */
export interface ProblemText {
  /** What happened. */
  readonly what: string;
  /** What to do next. */
  readonly next: string;
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/**
 * Reads a refusal's answer, `{data: {retry_after}, request_id}`.
 *
 * @param body the answer's body, parsed from JSON; undefined where there was none
 * @example const { seconds } = refusalDetails({ data: { retry_after: 60 } });
 * @see `docs/rules.md`
 */
export function refusalDetails(body: unknown): Pick<Problem, 'seconds' | 'requestId'> {
  const seconds = member(member(body, 'data'), 'retry_after');
  const requestId = member(body, 'request_id');
  return {
    ...(typeof seconds === 'number' && seconds > 0 ? { seconds: Math.ceil(seconds) } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
  };
}
