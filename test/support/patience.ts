/**
 * How long a test or a hook may take: the one deadline of the suite. A machine at ten times the load must keep it with
 * ease; it is there to end a hang, never to measure.
 */
export const DEADLINE_MS = 600_000

/** How long to wait for one thing: short enough that its own sentence is shown, and not that of the deadline. */
export const PATIENCE_MS = 180_000
