/**
 * The time limit of every test and hook, milliseconds. It only ends hanging tests and must suffice on a machine under
 * ten times the load.
 */
export const DEADLINE_MS = 600_000

/**
 * The time limit of one wait, milliseconds. It is shorter than the deadline, so that the wait's own message is shown.
 */
export const PATIENCE_MS = 180_000
