/** Figures follow live changes, with a pause because they are expensive to compute. */
export const FOLLOWED = { topics: ['dashboard'], pauseMs: 30_000 } as const
