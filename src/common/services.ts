/**
 * What the process offers beside the database; each feature adds its own by declaration merging, as with `Tables`,
 * and the app provides it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Services {}
