/**
 * The settings of each connection. A server, a database or a login may have defaults of its own, for example the time zone
 * of its machine, and these settings change what a statement means or how a value is written.
 */
export const SETTINGS = [
  "timezone = 'UTC'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  'standard_conforming_strings = on',
  'quote_all_identifiers = off',
  'row_security = on',
  'array_nulls = on',
  "default_transaction_isolation = 'read committed'",
  'default_transaction_deferrable = off',
  // PostgreSQL compiles a statement that it expects to be expensive, and it expects too much of a table without statistics.
  // Compiling a statement for one organization took 40 ms, and the statement itself less than one.
  'jit = off',
]
