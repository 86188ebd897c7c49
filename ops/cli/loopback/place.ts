/** The addresses of the other parts of a chain on loopback. */
export interface Addresses {
  inbox: string
  smtp: string
  blackbox: string
  alertmanager: string
}

/** A monitored address on loopback, with the labels of the target that it replaces. */
export interface Target {
  address: string
  labels: Record<string, string>
}

/** The targets of a chain's Prometheus. */
export interface Watched {
  probes: Target[]
  /** Metrics endpoints of clients. */
  metrics?: Target[]
  /** Addresses of parts of the stack, by job. */
  parts?: Record<string, string>
  /** Clients whose own rules are loaded too. */
  clients?: string[]
}

/** `configured` uses the times of the configuration, which may be minutes; `quick` uses the shortest possible times. */
export type Pace = 'configured' | 'quick'

/** The folders of the stack and of the chain, and the chain's differences from the stack. */
export interface Place {
  root: string
  folder: string
  to: Addresses
  pace: Pace
}

/** Scrape and evaluation interval at the quick pace, and the duration for which conditions must hold. */
export const STEP = '1s'
