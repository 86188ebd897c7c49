import { isDeepStrictEqual } from 'node:util'
import type { Request } from 'express'
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredInputField,
} from 'graphql'
import { invalid } from '../src/common/errors.ts'
import type { ChangeRequest } from '../src/engine/write/change-request.ts'
import { demandRequired, faultsOf, takenFields } from '../src/graphql/coerce.ts'
import { isFigure } from '../src/graphql/row-fields.ts'
import type { CompiledRoute, Reader } from './compile.ts'
import { inputOf, jsonBody } from './translate.ts'

/*
 * A PUT body is compared with the stored resource. A caller may send back what GET returned: fields with unchanged
 * values change nothing, including fields that no caller can set. A read-only field whose value differs is refused,
 * except a figure that the service computes.
 */

type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as an answer shows it: times in UTC. */
function asShown(type: GraphQLOutputType, value: unknown): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return Array.isArray(value) ? value.map((item) => asShown(nullable.ofType, item)) : value
  if (isObjectType(nullable) && isValues(value)) {
    const fields = nullable.getFields()
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, item]) => [key, fields[key] ? asShown(fields[key].type, item) : item]))
  }
  const isMoment = 'name' in nullable && nullable.name === 'DateTimeISO' && typeof value === 'string'
  const moment = isMoment ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? value : new Date(moment).toISOString()
}

/** The value after a round trip through JSON, so that a body and an answer compare equal. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

const isSame = (type: GraphQLOutputType, given: unknown, shown: unknown) =>
  isDeepStrictEqual(plain(asShown(type, given)), plain(shown))

/** The changed fields of a body, and the faults of fields that may not change. */
class Difference {
  readonly faults: Record<string, string> = {}
  readonly #refusalOf: (field: string) => string

  constructor(refusalOf: (field: string) => string) {
    this.#refusalOf = refusalOf
  }

  /**
   * `path`: the position of the object in the body. A nested object is compared as a whole, without its read-only
   * fields.
   */
  ofObject(input: GraphQLInputObjectType, output: GraphQLObjectType, given: Values, shown: Values, path = ''): Values {
    const inputs = takenFields(input)
    const outputs = output.getFields()
    const left: Values = {}
    for (const [key, value] of Object.entries(given)) {
      const field = key in shown ? outputs[key] : undefined
      const known = inputs[key]
      const isUnchanged = field !== undefined && isSame(field.type, value, shown[key])
      if (!known && isFigure(output, key)) continue
      if (isUnchanged && (!known || (path === '' && !isRequiredInputField(known)))) continue
      if (field && !known) this.faults[`${path}${key}`] = this.#refusalOf(key)
      else left[key] = field && known ? this.#of(known.type, field.type, value, shown[key], `${path}${key}.`) : value
    }
    return left
  }

  #of(input: GraphQLInputType, output: GraphQLOutputType, given: unknown, shown: unknown, path: string): unknown {
    const [accepted, returned] = [getNullableType(input), getNullableType(output)]
    if (isListType(accepted) && isListType(returned) && Array.isArray(given) && Array.isArray(shown))
      return given.map((item, index) =>
        this.#of(accepted.ofType, returned.ofType, item, shown[index], `${path}${index}.`),
      )
    const isObject = isInputObjectType(accepted) && isObjectType(returned) && isValues(given) && isValues(shown)
    return isObject ? this.ofObject(accepted, returned, given, shown, path) : given
  }
}

/**
 * The input of a PUT on a resource. A body that holds only writable fields is the input as it is. Any other body is
 * compared with the stored resource after the operation has read it.
 */
export function changeFrom(
  route: CompiledRoute,
  reader: Reader | undefined,
  request: Request,
  all: readonly CompiledRoute[],
): Pick<ChangeRequest, 'variables' | 'putChanges'> | undefined {
  const { method, input } = route
  // A client keeps unknown fields in `attributes`, so its read-only fields are ignored and need no comparison.
  const isCompared = method === 'put' && input && reader && !('attributes' in input.getFields())
  if (!isCompared) return undefined
  const body = jsonBody(request)
  const named = { ...request.params }
  demandRequired(input, body)
  if (Object.keys(faultsOf(body, input)).length === 0) return { variables: { ...named, input: body } }
  const variablesFor = (data: Values) => {
    const left = differenceOf(route, input, reader, body, data[reader.field] as Values, all)
    return { ...named, input: inputOf(route, left) }
  }
  return { variables: named, putChanges: { operation: reader.operation, variables: named, variablesFor } }
}

/** @throws VALIDATION_ERROR that names each read-only field whose value differs */
function differenceOf(
  { path }: CompiledRoute,
  input: GraphQLInputObjectType,
  reader: Reader,
  body: Values,
  shown: Values,
  all: readonly CompiledRoute[],
): Values {
  const output = getNullableType(reader.output)
  if (!isObjectType(output)) throw new Error(`${path} has no fields to compare`)
  const difference = new Difference((field) => {
    const setter = all.find((each) => each.method === 'put' && each.path === `${path}/${field}`)
    return setter ? `is changed by PUT ${setter.path}` : 'cannot be changed'
  })
  const left = difference.ofObject(input, output, body, shown)
  if (Object.keys(difference.faults).length > 0) throw invalid(difference.faults)
  return left
}
