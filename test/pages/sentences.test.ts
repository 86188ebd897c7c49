import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parseSync } from '@swc/core'
import * as generated from '../../src/web/api/generated.ts'

/** The page's own code. What it says to people is in the catalogues, in every language. */
const PAGE = join(import.meta.dirname, '../../src/web')

interface Node {
  type?: string
  [part: string]: unknown
}

/** Attributes that nobody reads. `words` names a group of the catalogues, and `list` the list of saved views. */
const UNREAD = new Set(
  'class type id name for role href rel target closedby method scope autocomplete inputMode topic words list'.split(
    ' ',
  ),
)
const WORDS = /\p{L}{2,}/u
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The texts that an expression shows: of both its branches, and not what it calls or compares. */
function shownBy(value: unknown): string[] {
  if (!isNode(value)) return []
  if (value.type === 'StringLiteral') return [String(value.value)]
  if (value.type === 'TemplateLiteral')
    return (value.quasis as Node[]).map(({ raw }) => String(raw)).concat((value.expressions as Node[]).flatMap(shownBy))
  if (value.type === 'ConditionalExpression') return [value.consequent, value.alternate].flatMap(shownBy)
  if (value.type === 'BinaryExpression')
    return /^(&&|\|\||\?\?|\+)$/.test(String(value.operator)) ? shownBy(value.right) : []
  if (value.type === 'ParenthesisExpression' || value.type === 'JSXExpressionContainer')
    return shownBy(value.expression)
  return []
}

/** What elements and their attributes say without a catalogue. */
function sentencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sentencesIn)
  if (!isNode(value)) return []
  const parts = Object.values(value).flatMap(sentencesIn)
  if (value.type === 'JSXText') return [String(value.value), ...parts]
  if (value.type === 'JSXElement' || value.type === 'JSXFragment') {
    const holes = (value.children as Node[]).filter(({ type }) => type === 'JSXExpressionContainer')
    return [...holes.flatMap(shownBy), ...parts]
  }
  if (value.type !== 'JSXAttribute') return parts
  const name = String((value.name as Node).value)
  return UNREAD.has(name) || name.startsWith('data-') ? parts : [...shownBy(value.value), ...parts]
}

const found = (source: string): string[] =>
  sentencesIn(parseSync(source, { syntax: 'typescript', tsx: true }))
    .map((text) => text.trim())
    // A value of an attribute that is one lower-case word is the browser's, and not a person's.
    .filter((text) => WORDS.test(text) && !/^[a-z-]+$/.test(text))

test('a sentence in code is found, wherever it stands', () => {
  expect(found('const a = <p>Nothing here</p>')).toEqual(['Nothing here'])
  expect(found('const a = <p aria-label="Close it" class="a b">{t("x")}</p>')).toEqual(['Close it'])
  expect(found('const a = <p>{isOpen ? "Open" : t("Shut it")}</p>')).toEqual(['Open'])
  expect(found(`const a = <Panel title={\`Edit \${name}\`} />`)).toEqual(['Edit'])
  expect(found('const a = <p>{isOpen && "Open"}: {(a ?? "None")}</p>')).toEqual(['Open', 'None'])
})

test('no sentence is in the code of the page', () => {
  const files = globSync('**/*.tsx', { cwd: PAGE })
  expect(files.length).toBeGreaterThan(30)
  const all = files.flatMap((file) => found(readFileSync(join(PAGE, file), 'utf8')).map((text) => `${file}: ${text}`))
  expect(all).toEqual([])
})

test('every value of an enum that the page shows has its word in the catalogues', () => {
  const words = JSON.parse(readFileSync(join(PAGE, 'i18n/en/enums.json'), 'utf8'))
  const shown = Object.entries(generated).filter(
    ([name, values]) => !/Order|Direction|SavedViewList/.test(name) && !('text' in values),
  )
  expect(shown.length).toBeGreaterThan(5)
  const missing = shown.flatMap(([, values]) => Object.values(values)).filter((value) => !(value in words))
  expect([...new Set(missing)]).toEqual([])
})
