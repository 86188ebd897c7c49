import { GraphQLError, getNamedType, isIntrospectionType, type ValidationRule } from 'graphql'
import { ServiceError } from '../../common/errors.ts'

/** The end of a graphql-js message that lists similar names. It may be truncated. */
const SUGGESTION = / ?Did you mean .*$/s

/** The federation type that shows the whole schema. */
const SERVICE = '_Service'

const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    const type = getNamedType(context.getType())
    if (type && (isIntrospectionType(type) || type.name === SERVICE))
      context.reportError(new GraphQLError(`Introspection is switched off: ${node.name.value}`, { nodes: node }))
  },
})

/** Decides how much of the schema a caller sees. */
export interface Disclosure {
  /** Validation rules in addition to those of the specification. */
  readonly rules: readonly ValidationRule[]
  /** The error message that is sent to the caller. */
  message(text: string): string
  /** Calls `work`. Changes the messages of its errors as `message` does. */
  guard<T>(work: () => T): T
}

const OPEN: Disclosure = { rules: [], message: (text) => text, guard: (work) => work() }

const withoutSuggestion = (text: string) => text.replace(SUGGESTION, '')

/** The same error without similar names in its details. */
function discreet(error: ServiceError): ServiceError {
  const details = Object.entries(error.details ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutSuggestion(value) : value,
  ])
  return new ServiceError(
    error.code,
    withoutSuggestion(error.message),
    error.details && Object.fromEntries(details),
    error.headers,
  )
}

const CLOSED: Disclosure = {
  rules: [noIntrospection],
  message: withoutSuggestion,
  guard(work) {
    try {
      return work()
    } catch (error) {
      throw error instanceof ServiceError ? discreet(error) : error
    }
  },
}

/** Without introspection, a caller sees only the names that its document contains. */
export const disclosureOf = ({ INTROSPECTION }: { INTROSPECTION: boolean }): Disclosure =>
  INTROSPECTION ? OPEN : CLOSED
