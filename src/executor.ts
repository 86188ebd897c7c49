import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'

/** At most this many errors about variables, as graphql-js has it. */
const MOST_ERRORS = 50

/** Executes one operation with the given variables and context. */
export type Execute = (variables: Record<string, unknown>, context: unknown) => Promise<ExecutionResult>

/**
 * Prepares an operation to be executed again and again. Compiling costs as much as several executions: it happens when
 * the operation comes for the second time, so that one which is never seen again does not pay for it.
 */
export function executor(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): Execute {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  const interpret: Execute = async (variableValues, contextValue) =>
    execute({ schema, document, operationName, variableValues, contextValue })

  function compile(): Execute {
    const compiled = compileQuery(schema, document, operationName)
    if (!isCompiledQuery(compiled)) return interpret
    return async (variables, context) => {
      // What is wrong with variables is said in the words of graphql-js, also from the second time on.
      const { errors } = getVariableValues(schema, definitions, variables, { maxErrors: MOST_ERRORS })
      return errors ? { errors } : compiled.query(undefined, context, variables)
    }
  }

  let isFirst = true
  let again: Execute | undefined
  return (variables, context) => {
    if (!isFirst) {
      again ??= compile()
      return again(variables, context)
    }
    isFirst = false
    return interpret(variables, context)
  }
}
