/**
 * A ticket for a form's next step, kept in this tab for as long as the server takes it, so that a reload or a change of
 * language does not send people back to the start. It is forgotten once it is used.
 */
const PREFIX = 'rollcall.ticket.';
/** Milliseconds: what the server gives a ticket. */
export const TICKET_LIFE = 600_000;

/** Keeps a ticket, with whatever the step needs beside it. Browser only. */
export function keepTicket(step: string, ticket: Readonly<Record<string, string>>): void {
  try {
    sessionStorage.setItem(PREFIX + step, JSON.stringify({ ...ticket, until: Date.now() + TICKET_LIFE }));
  } catch {
    // storage is closed: the step goes on without surviving a reload
  }
}

/** What was kept for a step, while it is good; every named part is there. Browser only. */
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

/** Forgets it. Browser only. */
export function forgetTicket(step: string): void {
  try {
    sessionStorage.removeItem(PREFIX + step);
  } catch {
    // storage is closed: there is nothing to forget
  }
}
