/** Where a chain on loopback sends and asks. */
export interface Addresses {
  inbox: string
  smtp: string
  blackbox: string
  alertmanager: string
}

/** Something that a chain watches: an address on loopback, with the labels of the target that it stands for. */
export interface Target {
  address: string
  labels: Record<string, string>
}

/** What the Prometheus of a chain watches. */
export interface Watched {
  probes: Target[]
  /** Endpoints of clients. */
  metrics?: Target[]
  /** Addresses of parts of the stack, by their job. */
  parts?: Record<string, string>
  /** Clients whose own rules are wanted too. */
  clients?: string[]
}

/** Whether what is configured to take minutes takes them, or as short as it can be. */
export type Pace = 'configured' | 'quick'

/** The stack's folder, the chain's own, and how the chain differs from the stack. */
export interface Place {
  root: string
  folder: string
  to: Addresses
  pace: Pace
}

/** How often a chain at the quick pace looks, and how long what is to hold must hold. */
export const STEP = '1s'
