/** A table whose rows are deleted after so many hours. */
export interface Perishable {
  table: string
  /** The column that a row's age is measured from; default `created_at`. */
  since?: string
  hours: number
}
