/** A block of the collector's configuration: a component, or a part of a component. */
export interface Block {
  name: string
  label?: string | undefined
  line: number
  attributes: Map<string, Token[]>
  blocks: Block[]
}

/** A token of the language, with its position. */
export interface Token {
  kind: 'name' | 'string' | 'number' | 'sign' | 'line'
  text: string
  line: number
}

const PATTERN =
  /(?<blank>[ \t\r]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<line>\n)|(?<string>"(?:\\.|[^"\\\n])*"|`[^`]*`)|(?<name>[A-Za-z_]\w*)|(?<number>\d[\w.]*)|(?<sign>[=!<>]=|&&|\|\||[={}()[\],.<>+\-*/%^!])/y

const KINDS = ['name', 'string', 'number', 'sign', 'line'] as const

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  const pattern = new RegExp(PATTERN)
  let line = 1
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (!found) throw new Error(`line ${line}: cannot be read`)
    const kind = KINDS.find((candidate) => found.groups?.[candidate] !== undefined)
    if (kind) tokens.push({ kind, text: found[0], line })
    line += found[0].split('\n').length - 1
  }
  return tokens
}

const OPEN = ['(', '[', '{']
const CLOSE = [')', ']', '}']

class Reader {
  readonly #tokens: Token[]
  #at = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  /** Reads statements to the end of the text, or to the brace that closes this block. */
  into(block: Block, isRoot: boolean): void {
    for (;;) {
      this.#skipLines()
      const next = this.#peek()
      if (!next && isRoot) return
      if (!next) throw new Error(`line ${block.line}: ${block.name} is not closed`)
      if (next.text === '}' && !isRoot) {
        this.#at += 1
        return
      }
      this.#statement(block)
    }
  }

  #statement(block: Block): void {
    const first = this.#take('name')
    let name = first.text
    while (this.#peek()?.text === '.') {
      this.#at += 1
      name += `.${this.#take('name').text}`
    }
    if (this.#peek()?.text === '=') {
      this.#at += 1
      if (block.attributes.has(name)) throw new Error(`line ${first.line}: ${name} is set twice`)
      block.attributes.set(name, this.#expression(first))
      return
    }
    const label = this.#peek()?.kind === 'string' ? this.#take('string').text.slice(1, -1) : undefined
    if (this.#peek()?.text !== '{') throw new Error(`line ${first.line}: ${name} is followed by neither = nor {`)
    this.#at += 1
    const inner: Block = { name, label, line: first.line, attributes: new Map(), blocks: [] }
    this.into(inner, false)
    block.blocks.push(inner)
  }

  /** Reads the tokens after the equals sign, up to the end of a line that is outside brackets. */
  #expression(of: Token): Token[] {
    const found: Token[] = []
    const open: string[] = []
    for (;;) {
      const next = this.#peek()
      if (!next || (open.length === 0 && (next.kind === 'line' || next.text === '}'))) break
      this.#at += 1
      if (next.kind === 'line') continue
      if (next.kind === 'sign' && OPEN.includes(next.text)) open.push(next.text)
      if (next.kind === 'sign' && CLOSE.includes(next.text) && open.pop() !== OPEN[CLOSE.indexOf(next.text)])
        throw new Error(`line ${next.line}: ${next.text} has no opening bracket`)
      found.push(next)
    }
    if (found.length === 0 || open.length > 0) throw new Error(`line ${of.line}: the value of ${of.text} is incomplete`)
    return found
  }

  #skipLines(): void {
    while (this.#peek()?.kind === 'line') this.#at += 1
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #take(kind: Token['kind']): Token {
    const next = this.#tokens[this.#at]
    if (next?.kind !== kind)
      throw new Error(`line ${next?.line ?? 'last'}: expected a ${kind}, found ${next?.text.trim() || 'the end'}`)
    this.#at += 1
    return next
  }
}

/** Parses a configuration of Grafana Alloy. @throws Error with the line of a syntax error */
export const readAlloy = (text: string): Block => {
  const root: Block = { name: 'config', line: 1, attributes: new Map(), blocks: [] }
  new Reader(text).into(root, true)
  return root
}
