/** Figures follow what is recorded; they are dear to add up. */
export const FOLLOWED = { topics: ['dashboard'], pauseMs: 30_000 } as const
