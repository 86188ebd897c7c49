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
import type { OperationRequest } from '../src/engine/request.ts'
import { demandRequired, faultsOf, takenFields } from '../src/graphql/coerce.ts'
import { isFigure } from '../src/graphql/row-fields.ts'
import type { CompiledRoute, Reader } from './compile.ts'
import { inputOf, jsonBody } from './translate.ts'

/*
 * A PUT is a difference. What a GET shows may be sent back: fields that are as they were change nothing, also those that
 * no caller can set. Such a field that differs is refused, not ignored, unless it is a figure that the service computes.
 */

type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value in the form in which it is shown: moments in UTC. */
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

/** As it is after a way through JSON: what a body holds and the answer showed. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

const isSame = (type: GraphQLOutputType, given: unknown, shown: unknown) =>
  isDeepStrictEqual(plain(asShown(type, given)), plain(shown))

/** The fields of a body without those that are as they were, and what is wrong with the others. */
class Difference {
  readonly faults: Record<string, string> = {}
  readonly #refusalOf: (field: string) => string

  constructor(refusalOf: (field: string) => string) {
    this.#refusalOf = refusalOf
  }

  /** `path`: where an object stands in the body. Objects inside are taken as a whole, without what nobody can set. */
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
    const [taken, told] = [getNullableType(input), getNullableType(output)]
    if (isListType(taken) && isListType(told) && Array.isArray(given) && Array.isArray(shown))
      return given.map((item, index) => this.#of(taken.ofType, told.ofType, item, shown[index], `${path}${index}.`))
    const isObject = isInputObjectType(taken) && isObjectType(told) && isValues(given) && isValues(shown)
    return isObject ? this.ofObject(taken, told, given, shown, path) : given
  }
}

/**
 * What a PUT asks for, where it is one of a resource. A body of nothing but fields that can be set is the input; any
 * other is compared with what is there, once the operation has read it.
 */
export function changeFrom(
  route: CompiledRoute,
  reader: Reader | undefined,
  request: Request,
  all: readonly CompiledRoute[],
): Pick<OperationRequest, 'variables' | 'difference'> | undefined {
  const { method, input } = route
  // Clients keep what the service does not know, and ignore what it owns.
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
  return { variables: named, difference: { operation: reader.operation, variables: named, variablesFor } }
}

/** @throws VALIDATION_ERROR naming the fields that nobody can set and that differ */
function differenceOf(
  { path }: CompiledRoute,
  input: GraphQLInputObjectType,
  reader: Reader,
  body: Values,
  shown: Values,
  all: readonly CompiledRoute[],
): Values {
  const output = getNullableType(reader.output)
  if (!isObjectType(output)) throw new Error(`${path} is read as something without fields`)
  const difference = new Difference((field) => {
    const setter = all.find((each) => each.method === 'put' && each.path === `${path}/${field}`)
    return setter ? `is changed by PUT ${setter.path}` : 'cannot be changed'
  })
  const left = difference.ofObject(input, output, body, shown)
  if (Object.keys(difference.faults).length > 0) throw invalid(difference.faults)
  return left
}
