/**
 * Services of the process in addition to the database. Each feature adds its own through declaration merging, as with
 * `Tables`. The app provides them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Services {}
