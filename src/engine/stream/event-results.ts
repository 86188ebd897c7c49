import { type ExecutionResult, GraphQLError } from 'graphql'
import { ServiceError } from '../../common/errors.ts'
import { mapped, oneByOne } from '../../events/stream.ts'
import type { Context } from '../execute/context.ts'
import type { OperationResult } from '../execute/results.ts'
import { isTransient } from '../execute/service-errors.ts'
import { isolated } from './isolated.ts'

/** Executes the selections on events. */
export type ShowEvents = (events: Page, context?: Context) => Promise<ExecutionResult[]>

/** Runs work in its own transaction. */
export type ReadPage = (
  work: (context: Context) => Promise<readonly ExecutionResult[]>,
) => Promise<readonly ExecutionResult[]>

interface EventResultsOptions {
  /** Reads relations of events; undefined if the document selects none. */
  read: ReadPage | undefined
  present(result: ExecutionResult): OperationResult
  /** The result for the error that ends the stream. */
  refuse(error: unknown): OperationResult
  /** Called for an event that cannot be shown. */
  skipped(cause: unknown): void
}

type Page = readonly unknown[]

/**
 * The results of a subscription, from a source that sends its events in pages. An event that cannot be shown is left
 * out: it must neither end the stream nor block a client that resumes. If the database is unavailable, the stream ends
 * before the event, and a client that resumes receives the event.
 */
export function eventResults(
  show: ShowEvents,
  source: AsyncIterator<Page>,
  { read, present, refuse, skipped }: EventResultsOptions,
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

/**
 * A failed statement makes the later statements of the page fail too. So the page is divided to find the event that
 * causes the failure.
 */
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

/** A resolver refuses with a ServiceError, which the caller may see. */
const isUnforeseen = (cause: Error) => !(cause instanceof ServiceError)

const asGraphQLError = (error: unknown) =>
  new GraphQLError('the event cannot be shown', { originalError: error instanceof Error ? error : undefined })
