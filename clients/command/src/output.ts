// Prints results: a table on a terminal, otherwise JSON.

type Row = Record<string, unknown>

const WIDEST_CELL = 40
const GAP = '  '

const bold = (text: string) => (process.env.NO_COLOR ? text : `\x1b[1m${text}\x1b[22m`)

/** Replaces characters that control a terminal or reorder its text. Text of records comes from any user. */
export const harmless = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  text.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '\ufffd')

/** JSON without characters that control a terminal: `JSON.stringify` escapes only those below U+0020. */
export const jsonOf = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replace(
    /[\x7f-\x9f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )

/** Writes a line, and waits until the reader has taken it. */
export const print = (line: string): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()))

/** A note for the user. It does not mix with results. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`)

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The value at a path: names and indexes, separated by full stops. A name after a list applies to each of its items;
 * `*` stands before the items themselves.
 */
export function select(value: unknown, path: string): unknown {
  const step = (current: unknown, [name, ...rest]: string[]): unknown => {
    if (name === undefined) return current
    if (Array.isArray(current)) {
      if (/^-?\d+$/.test(name)) return step(current.at(Number(name)), rest)
      const each = current.map((item) => step(item, name === '*' ? rest : [name, ...rest]))
      return each.filter((item) => item !== undefined)
    }
    return isRow(current) && Object.hasOwn(current, name) ? step(current[name], rest) : undefined
  }
  return step(value, path.split('.'))
}

const cellOf = (value: unknown): string => {
  const text = harmless(typeof value === 'string' ? value : value === null ? '' : jsonOf(value))
  return text.length > WIDEST_CELL ? `${text.slice(0, WIDEST_CELL - 1)}…` : text
}

const isScalar = (value: unknown) => value !== undefined && (value === null || typeof value !== 'object')

/** As many leading columns as the terminal has room for. */
function tableOf(rows: Row[], width: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isScalar(row[name]))))]
  const columns = names.map((name) => {
    const cells = [name, ...rows.map((row) => cellOf(row[name] ?? null))]
    return { cells, width: Math.max(...cells.map(({ length }) => length)) }
  })
  let used = -GAP.length
  const shown = columns.filter((column, index) => {
    used += column.width + GAP.length
    return index === 0 || used <= width
  })
  const lineOf = (_: unknown, line: number) =>
    shown
      .map(({ cells, width: wide }) => (cells[line] ?? '').padEnd(wide))
      .join(GAP)
      .trimEnd()
  const [header = '', ...lines] = [null, ...rows].map(lineOf)
  return [bold(header), ...lines].join('\n')
}

function fieldsOf(row: Row): string {
  const names = Object.keys(row)
  const width = Math.max(0, ...names.map(({ length }) => length))
  const text = (value: unknown) => harmless(typeof value === 'string' ? value : jsonOf(value))
  return names.map((name) => `${bold(name.padEnd(width))}${GAP}${text(row[name])}`).join('\n')
}

/** The text for a terminal. */
function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every(isRow))
    return value.length > 0 ? tableOf(value, process.stdout.columns || 80) : 'No items.'
  return isRow(value) ? fieldsOf(value) : harmless(typeof value === 'string' ? value : jsonOf(value))
}

export interface OutputOptions {
  json?: boolean
  select?: string
}

/** A selected scalar is printed without quotes, one line each. */
const selectedText = (value: unknown): string =>
  Array.isArray(value) && value.every(isScalar)
    ? value.map(selectedText).join('\n')
    : typeof value === 'string'
      ? harmless(value)
      : jsonOf(value, 2)

/** Prints a result. */
export async function show(value: unknown, { json, select: path }: OutputOptions): Promise<void> {
  if (value === undefined) return
  if (path) {
    const found = select(value, path)
    const isEmpty = found === undefined || (Array.isArray(found) && found.length === 0)
    if (!isEmpty) await print(json ? jsonOf(found, 2) : selectedText(found))
    return
  }
  await print(json || !process.stdout.isTTY ? jsonOf(value, 2) : textOf(value))
}
