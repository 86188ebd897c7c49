import { type DocumentNode, type GraphQLSchema, getOperationAST, getVariableValues } from 'graphql'
import { invalid } from '../../common/errors.ts'

const LONGEST_FAULT = 500

/**
 * Refuses variables at the first fault. graphql-js writes the whole value into the message of each fault, so the size
 * of all messages would grow with the square of the size of the value.
 * @throws VALIDATION_ERROR
 */
export function demandFittingVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  operationName: string | undefined,
): void {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  if (definitions.length === 0) return
  const [fault] = getVariableValues(schema, definitions, variables, { maxErrors: 1 }).errors ?? []
  if (fault) throw invalid({ variables: fault.message.slice(0, LONGEST_FAULT) })
}
