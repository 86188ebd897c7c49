import { GraphQLError, getNamedType, isIntrospectionType, type ValidationRule } from 'graphql'
import { ServiceError } from '../common/errors.ts'

/** How graphql-js ends a sentence with names that resemble the wrong one. It may be cut short. */
const SUGGESTION = / ?Did you mean .*$/s

/** Where federation shows the whole schema. */
const SERVICE = '_Service'

const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    const type = getNamedType(context.getType())
    if (type && (isIntrospectionType(type) || type.name === SERVICE))
      context.reportError(new GraphQLError(`Introspection is switched off: ${node.name.value}`, { nodes: node }))
  },
})

/** What is told of the schema to whoever asks. */
export interface Disclosure {
  /** Rules of validation beside those of the specification. */
  readonly rules: readonly ValidationRule[]
  /** An error message as it is told. */
  message(text: string): string
  /** Does something; what it refuses is told as a message is. */
  guard<T>(work: () => T): T
}

const OPEN: Disclosure = { rules: [], message: (text) => text, guard: (work) => work() }

const withoutSuggestion = (text: string) => text.replace(SUGGESTION, '')

/** The same refusal, without what resembles the wrong names in it. */
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

/** Without introspection nothing is told of the schema but what a document names itself. */
export const disclosureOf = ({ INTROSPECTION }: { INTROSPECTION: boolean }): Disclosure =>
  INTROSPECTION ? OPEN : CLOSED
