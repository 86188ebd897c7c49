import { type ExecutionResult, GraphQLError } from 'graphql'
import { ServiceError } from '../common/errors.ts'
import { mapped, oneByOne } from '../events/stream.ts'
import type { Context } from './context.ts'
import { isolated } from './isolated.ts'
import { isTransient } from './presentable.ts'
import type { OperationResult } from './results.ts'

/** Executes what is selected of events. */
export type ShowEvents = (events: Page, context?: Context) => Promise<ExecutionResult[]>

/** Runs work in a transaction of its own. */
export type ReadPage = (
  work: (context: Context) => Promise<readonly ExecutionResult[]>,
) => Promise<readonly ExecutionResult[]>

interface Parts {
  /** How relations of what events hold are read; undefined where the document selects none. */
  read: ReadPage | undefined
  present(result: ExecutionResult): OperationResult
  /** What a reader is told of the error that ends the stream. */
  refuse(error: unknown): OperationResult
  /** Hears of an event that could not be shown. */
  skipped(cause: unknown): void
}

type Page = readonly unknown[]

/**
 * The results of a subscription, of a source that tells its events page by page. An event that cannot be shown is left
 * out: it must neither end the stream nor meet whoever resumes. When the database cannot be asked, the stream ends before
 * the event, which is told to whoever resumes.
 */
export function eventResults(
  show: ShowEvents,
  source: AsyncIterator<Page>,
  { read, present, refuse, skipped }: Parts,
): AsyncIterableIterator<OperationResult> {
  const results = mapped(source, (page) => (read ? readResults(show, page, read) : show(page)))
  const shown = async (result: ExecutionResult): Promise<OperationResult | undefined> => {
    const causes = (result.errors ?? []).map(causeOf)
    const fault = causes.find(isTransient)
    if (fault) throw fault
    const defect = causes.find(isUnforeseen)
    if (!defect) return present(result)
    skipped(defect)
    return undefined
  }
  return mapped(oneByOne(results), shown, refuse)
}

/** A statement that fails fails those behind it too, so it is found out which event is to blame. */
function readResults(show: ShowEvents, page: Page, read: ReadPage): Promise<readonly ExecutionResult[]> {
  const work = (some: Page) =>
    read(async (context) => {
      const results = await show(some, context)
      const defect = results.flatMap(({ errors = [] }) => errors.map(causeOf)).find(isUnforeseen)
      if (defect && some.length > 1) throw defect
      return results
    })
  return isolated(page, work, (error) => ({ errors: [asGraphQLError(error)] }))
}

const causeOf = (error: GraphQLError): Error => error.originalError ?? error

/** Resolvers refuse by a ServiceError: that is for the caller to hear. */
const isUnforeseen = (cause: Error) => !(cause instanceof ServiceError)

const asGraphQLError = (error: unknown) =>
  new GraphQLError('the event cannot be shown', { originalError: error instanceof Error ? error : undefined })
