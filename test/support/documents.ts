import fc from 'fast-check'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { argumentsOf, type IdFor } from './graphql-samples.ts'
import type { RootField } from './surface.ts'

type Draw = fc.GeneratorValue

/** Some of the values, in their order. */
export function drawSome<T>(draw: Draw, values: readonly T[], minLength: number, maxLength: number): T[] {
  const limits = { minLength, maxLength: Math.min(maxLength, values.length) }
  const chosen = draw(fc.subarray<number>, [...values.keys()], limits)
  return values.filter((_, index) => chosen.includes(index))
}

/** A document with its variables. */
export interface RandomDocument {
  query: string
  variables: Record<string, unknown>
}

/** Sort values and their columns. Most lists are ordered by `createdAt` by default. */
const CURSORS = [
  ['2100-01-01T00:00:00.000Z', 'createdAt'],
  ['2020-01-01T00:00:00.000Z', 'createdAt'],
  ['One of 1', 'name'],
  ['M', 'name'],
  ['2025-11-10', 'day'],
] as const

/** Generates documents for a schema: any fields, aliases, fragments, directives, arguments and variables. */
class Writer {
  readonly #draw: Draw
  readonly #ids: readonly string[]
  readonly #definitions: string[] = []
  readonly #fragments: string[] = []
  readonly variables: Record<string, unknown> = {}
  #names = 0

  constructor(draw: Draw, ids: readonly string[]) {
    this.#draw = draw
    this.#ids = ids
  }

  #any<T>(values: readonly T[]): T {
    return values[this.#draw(fc.nat, values.length - 1)] as T
  }

  #chance(percent: number): boolean {
    return this.#draw(fc.nat, 99) < percent
  }

  document(
    kind: string,
    roots: readonly (readonly [GraphQLField<unknown, unknown>, Record<string, unknown>])[],
  ): string {
    const fields = roots.map(([field, given]) => this.#field(field, 6, given)).join(' ')
    const definitions = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : ''
    return [`${kind} Random${definitions} { ${fields} }`, ...this.#fragments].join('\n')
  }

  /** A field with arguments gets a unique alias, because fields with different arguments must not be merged. */
  #field(field: GraphQLField<unknown, unknown>, depth: number, given: Record<string, unknown> = {}): string {
    const type = getNamedType(field.type)
    const below = isObjectType(type) ? ` ${this.#selection(type, depth - 1)}` : ''
    const args = this.#arguments(field.args, given)
    const alias = args || this.#chance(20) ? `n${this.#names++}: ` : ''
    return `${alias}${field.name}${args}${this.#directive()}${below}`
  }

  #directive(): string {
    if (!this.#chance(12)) return ''
    const name = this.#any(['include', 'skip'])
    const value = this.#chance(80) ? name === 'include' : name === 'skip'
    if (this.#chance(50)) return ` @${name}(if: ${value})`
    return ` @${name}(if: ${this.#variable('Boolean!', value)})`
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#names++}`
    this.#definitions.push(`$${name}: ${type}`)
    this.variables[name] = value
    return `$${name}`
  }

  #selection(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter(
      ({ type: of, args }) => !args.some(isRequiredArgument) && (depth > 0 || !isObjectType(getNamedType(of))),
    )
    const chosen = drawSome(this.#draw, fields, 0, 5)
    const lists = fields.filter(({ type: of, args }) => args.length > 0 && isObjectType(getNamedType(of)))
    if (lists.length > 0 && this.#chance(50)) chosen.push(this.#any(lists))
    const written = chosen.map((field) => this.#field(field, depth))
    if (written.length === 0 || this.#chance(15)) written.push('__typename')
    const half = written.slice(written.length >> 1)
    if (this.#chance(15)) {
      const name = `F${this.#names++}`
      this.#fragments.push(`fragment ${name} on ${type.name} { ${half.join(' ')} }`)
      return `{ ${[...written.slice(0, written.length >> 1), `...${name}${this.#directive()}`].join(' ')} }`
    }
    if (this.#chance(15)) {
      const inline = `... on ${type.name}${this.#directive()} { ${half.join(' ')} }`
      return `{ ${[...written.slice(0, written.length >> 1), inline].join(' ')} }`
    }
    return `{ ${written.join(' ')} }`
  }

  #arguments(args: readonly GraphQLArgument[], given: Record<string, unknown>): string {
    const written = args.flatMap((each) => {
      const value =
        given[each.name] ??
        (isRequiredArgument(each) || this.#chance(25) ? this.#value(each.type, each.name) : undefined)
      if (value === undefined) return []
      return `${each.name}: ${this.#variable(String(each.type), value)}`
    })
    return written.length > 0 ? `(${written.join(', ')})` : ''
  }

  #value(type: GraphQLInputType, name: string): unknown {
    if (isNonNullType(type)) return this.#value(type.ofType, name)
    if (this.#chance(5)) return undefined
    if (isListType(type)) return [this.#value(type.ofType, name)].filter((value) => value !== undefined)
    if (isEnumType(type)) return this.#any(type.getValues()).name
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isRequiredInputField(field) || this.#chance(40))
      const entries = fields.map((field) => [field.name, this.#required(field.type, field.name)])
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    }
    if (type.name === 'ID') return this.#chance(80) ? this.#any(this.#ids) : 'no id'
    if (name === 'after' || name === 'before') return this.#cursor()
    if (['Int', 'SafeInt', 'Cents'].includes(type.name)) return this.#any([0, 1, 2, 3, 5, 101])
    if (type.name === 'Boolean') return this.#chance(50)
    if (type.name === 'DateTimeISO') return this.#any(['2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'])
    if (type.name === 'LocalDate') return this.#any(['2025-11-01', '2025-11-20'])
    return ['String', 'EmailAddress', 'URL'].includes(type.name) ? this.#any(['a', 'One', 'nobody']) : undefined
  }

  /** A cursor of any order that points to an existing row, or an invalid cursor. */
  #cursor(): string {
    if (this.#chance(10)) return 'no cursor'
    const [value, column] = this.#any(CURSORS)
    return Buffer.from(JSON.stringify([value, this.#any(this.#ids), column])).toString('base64url')
  }

  #required(type: GraphQLInputType, name: string): unknown {
    const value = this.#value(type, name)
    return value === undefined && isNonNullType(type) ? this.#required(type, name) : value
  }
}

/** Draws a document with some root fields. `ids` are ids of existing rows. */
export function drawDocument(
  draw: Draw,
  roots: readonly RootField[],
  ids: readonly string[],
  idFor: IdFor,
): RandomDocument {
  const writer = new Writer(draw, ids)
  const [kind] = roots[0] as RootField
  const fields = roots.map((root) => [root[2], argumentsOf(root, idFor)] as const)
  const query = writer.document(kind, fields)
  return { query, variables: writer.variables }
}
