const DELIMITERS = [',', ';', '\t']
/** Characters in which the delimiter is looked for. A whole file of commas would be split into millions of texts. */
const LONGEST_HEADER = 65_536

/**
 * The delimiter of CSV: the one that occurs most often in its first line, outside of quotation marks. Where the decimal
 * sign is a comma, as in South Africa, Excel writes semicolons.
 */
export function delimiterOf(text: string): string {
  const [header = ''] = text
    .trimStart()
    .slice(0, LONGEST_HEADER)
    .split(/\r?\n|\r/, 1)
  const unquoted = header.replace(/"[^"]*"/g, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length
  return DELIMITERS.reduce((best, each) => (countOf(each) > countOf(best) ? each : best))
}
