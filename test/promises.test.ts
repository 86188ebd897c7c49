import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parseSync } from '@swc/core'
import { runAll } from '../src/common/promises.ts'

/*
 * A promise rejects unobserved when its function awaits it only after another await, and that one fails first. The linter
 * finds promises that nobody awaits, but not these. `runAll` starts several promises and observes all.
 */

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
/** The parser wraps arguments and elements of arrays in objects that have no type. */
const unwrapped = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !('type' in value) && 'expression' in value ? value.expression : value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().map(unwrapped).filter(isNode)
const everyNode = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(everyNode)]

const FUNCTIONS = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
]
const isFunction = ({ type }: Node) => FUNCTIONS.includes(type)
/** All nodes of a function in the order of the text, without those of functions inside of it. */
const ownNodes = (node: Node): Node[] =>
  childrenOf(node).flatMap((child) => (isFunction(child) ? [] : [child, ...ownNodes(child)]))

const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? String(node.value) : undefined)
const isAwait = ({ type }: Node) => type === 'AwaitExpression'

/** The position after which a function has the variable: after its declaration, or after the parameters. */
function startOf(nodes: readonly Node[], name: string, before: number): number {
  const at = nodes.findLastIndex(
    (node, index) => index < before && node.type === 'VariableDeclarator' && nameOf(node.id) === name,
  )
  const first = at === -1 ? nodes.findIndex((node) => nameOf(node) === name) : at
  const declaration = nodes[first]
  return first + (declaration ? everyNode(declaration).filter((node) => nodes.includes(node)).length : 0)
}

/** Names of promises that a function awaits only after another await, and mentions nowhere before. */
function lateAwaits(fn: Node): string[] {
  const nodes = ownNodes(fn)
  return nodes.flatMap((node, index) => {
    const name = isAwait(node) ? nameOf(node.argument) : undefined
    if (name === undefined) return []
    const before = nodes.slice(startOf(nodes, name, index), index)
    const mention = before.find((each) => nameOf(each) === name)
    const unowned = mention ? before.slice(0, before.indexOf(mention)) : before
    return unowned.some((each) => isAwait(each) && !(mention && everyNode(each).includes(mention))) ? [name] : []
  })
}

const parsed = new Map<string, Node[]>()
/** Parsed once for all tests of a source. */
const nodesOf = (source: string): Node[] => parsed.get(source) ?? parse(source)

function parse(source: string): Node[] {
  const module = parseSync(source, { syntax: 'typescript', decorators: true, target: 'es2023' })
  const nodes = everyNode(JSON.parse(JSON.stringify(module)))
  parsed.set(source, nodes)
  return nodes
}

const lateAwaitsIn = (source: string): string[] => nodesOf(source).filter(isFunction).flatMap(lateAwaits)

/** The linter takes `void` for an owner, but `void` hears no failure. */
const voidStatementsIn = (source: string): number =>
  nodesOf(source).filter(
    ({ type, expression }) =>
      type === 'ExpressionStatement' &&
      isNode(expression) &&
      expression.type === 'UnaryExpression' &&
      expression.operator === 'void',
  ).length

const ROOT = join(import.meta.dirname, '..')
/** The page is a program of its own: a browser logs what fails in it. */
const files = ['src', 'rest-compat']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))
  .filter((file) => !file.startsWith('src/web/'))
const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe('a promise that is awaited after another await', () => {
  test.each([
    ['is found in a variable', 'async () => { const a = start(); await other(); await a }', ['a']],
    ['is found in a parameter', 'async (a: Promise<void>) => { const b = await other(); return [b, await a] }', ['a']],
    [
      'is found with other awaits in its declaration',
      'async () => { const a = start(await x()); await y(); await a }',
      ['a'],
    ],
    ['is owned where it is awaited first', 'async () => { const a = start(); await a; await other() }', []],
    ['is owned where a handler is added', 'async () => { const a = start(); a.catch(ignore); await b(); await a }', []],
    [
      'is owned where both are awaited together',
      'async () => { const a = start(); await Promise.all([a, b()]); await a }',
      [],
    ],
  ])('%s', (_, source, names) => {
    expect(lateAwaitsIn(source)).toEqual(names)
  })

  test('is nowhere in the gateway', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(files.flatMap((file) => lateAwaitsIn(sourceOf(file)).map((name) => `${file}: ${name}`))).toEqual([])
  })
})

test('no statement of the gateway is a `void`', () => {
  expect(voidStatementsIn('void start()')).toBe(1)
  expect(files.filter((file) => voidStatementsIn(sourceOf(file)) > 0)).toEqual([])
})

describe('runAll', () => {
  test('answers with all results in their order', async () => {
    expect(await runAll([async () => 1, () => 'two'])).toEqual([1, 'two'])
  })

  test('waits for all, and throws the first failure in their order', async () => {
    const ended: string[] = []
    const failing = async (name: string, turns: number) => {
      for (let turn = 0; turn < turns; turn++) await null
      ended.push(name)
      throw new Error(name)
    }
    const refuse = (): never => {
      throw new Error('at once')
    }
    await expect(runAll([() => failing('slow', 9), () => failing('fast', 1), refuse])).rejects.toThrow('slow')
    expect(ended).toEqual(['fast', 'slow'])
  })
})
