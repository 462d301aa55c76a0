/**
 * A ticket for the next step of a flow, kept in this tab's sessionStorage for as long as the server accepts it, so that a
 * reload or a change of language does not send people back to the first step. It is deleted when it was used.
 */
const PREFIX = 'rollcall.ticket.';
/** Milliseconds for which the server accepts a ticket. */
const TICKET_LIFE = 600_000;

/** Writes a ticket and what else the step needs. Browser only. */
export function writeTicket(step: string, ticket: Readonly<Record<string, string>>): void {
  try {
    sessionStorage.setItem(PREFIX + step, JSON.stringify({ ...ticket, until: Date.now() + TICKET_LIFE }));
  } catch {
    // the browser allows no storage: the step does not survive a reload
  }
}

/** The ticket of a step with every named part; undefined where one is missing or it has expired. Browser only. */
export function readTicket<K extends string>(
  step: string,
  parts: readonly K[],
): Readonly<Record<K, string>> | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + step) ?? 'null') as
      | (Record<K, unknown> & { until: unknown })
      | null;
    if (!kept || typeof kept.until !== 'number' || kept.until <= Date.now()) return undefined;
    return parts.every(part => typeof kept[part] === 'string') ? (kept as Record<K, string>) : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes the ticket of a step. Browser only. */
export function deleteTicket(step: string): void {
  try {
    sessionStorage.removeItem(PREFIX + step);
  } catch {
    // the browser allows no storage: there is no ticket
  }
}
