import { type DocumentNode, execute, type GraphQLSchema, getOperationAST, getVariableValues } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from './context.ts'
import { type TextResult, textExecutor } from './text-executor.ts'

/** At most this many errors about variables, as graphql-js has it. */
const MOST_ERRORS = 50

/**
 * Executes one operation with the given variables and context. Who takes text may be given the data as JSON text.
 */
export type Execute = (
  variables: Record<string, unknown>,
  context: Context | undefined,
  takesText?: boolean,
) => Promise<TextResult>

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
    const asText = textExecutor(schema, document, operationName)
    return async (variables, context, takesText) => {
      // What is wrong with variables is said in the words of graphql-js, also from the second time on.
      const { errors, coerced } = getVariableValues(schema, definitions, variables, { maxErrors: MOST_ERRORS })
      if (errors) return { errors }
      const text = takesText && context && asText?.(coerced, context)
      return text || compiled.query(undefined, context, variables)
    }
  }

  let isFirst = true
  let again: Execute | undefined
  return (variables, context, takesText) => {
    if (!isFirst) {
      again ??= compile()
      return again(variables, context, takesText)
    }
    isFirst = false
    return interpret(variables, context)
  }
}
