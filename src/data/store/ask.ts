/** Sends SQL on a connection. Without parameters, `sql` may contain several statements. */
export type Ask = <R = unknown>(sql: string, parameters: readonly unknown[]) => Promise<{ rows: R[] }>

/** The log of a start or a migration. */
export interface Progress {
  info(message: string): void
  warn(message: string): void
}

/** The migrated database, for messages: its name, and the setting that chooses another one. */
export interface Place {
  name: string
  another: string
}
