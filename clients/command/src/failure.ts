import { ConnectionError, DeadlineError, GatewayError } from 'campaign-management-client'

/** Exit codes. docs/integrate/command.md documents them. */
export const EXIT = {
  usage: 1,
  refused: 2,
  notFound: 3,
  noAnswer: 4,
  conflict: 5,
  unavailable: 6,
  fault: 7,
} as const

/** The command ends with a message and an exit code. */
export class Failure extends Error {
  readonly exitCode: number
  readonly next: string | undefined

  /** `next` is what the user can do about it. */
  constructor(message: string, exitCode: number, next?: string) {
    super(message)
    this.exitCode = exitCode
    this.next = next
  }
}

export const usage = (message: string, next?: string) => new Failure(message, EXIT.usage, next)

function codeOf(status: number): number {
  if (status === 401 || status === 403) return EXIT.refused
  if (status === 404) return EXIT.notFound
  if (status === 409 || status === 412) return EXIT.conflict
  return status === 429 || status >= 500 ? EXIT.unavailable : EXIT.usage
}

const NEXT: Record<number, string> = {
  401: 'Sign in: campaigns login --gateway URL --client-id ID',
  412: 'Another user changed the record: read it again, and pass its new etag to --if-match.',
  429: 'Wait, then run the command again.',
}

/** The invalid fields, one line each. */
function detailsOf(details: unknown): string {
  const entries = Object.entries(details && typeof details === 'object' ? details : {})
  return entries.map(([field, reason]) => `\n  ${field}: ${[reason].flat().join(' ')}`).join('')
}

/** The failure that an error of any part means to the user. */
export function failureOf(error: unknown, permission?: string): Failure {
  if (error instanceof Failure) return error
  // The client reports a token that could not be renewed as a lost connection.
  if (error instanceof ConnectionError && error.cause instanceof Failure) return error.cause
  if (error instanceof GatewayError) {
    const { status, code, requestId, details } = error
    const request = requestId && status >= 500 ? ` (request ${requestId})` : ''
    const needed = status === 403 && permission ? `The command needs the permission ${permission}.` : undefined
    return new Failure(
      `${error.message} [${code}]${request}${detailsOf(details)}`,
      codeOf(status),
      needed ?? NEXT[status],
    )
  }
  if (error instanceof ConnectionError || error instanceof DeadlineError)
    return new Failure(error.message, EXIT.noAnswer, 'Check the address (--gateway), and that the gateway runs.')
  const { message, code } = error as NodeJS.ErrnoException
  return new Failure(message, EXIT.usage, code === 'ENOENT' ? 'Check the name of the file.' : undefined)
}
