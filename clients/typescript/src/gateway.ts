import { PreconditionFailedError } from './errors.ts'
import { follow, readEvent, type StreamEvent } from './events.ts'
import { dataOf, type GraphqlResult, graphqlSent, type TypedDocument } from './graphql.ts'
import {
  type Data,
  type FileName,
  type Item,
  type ListName,
  type Meta,
  type OperationName,
  type Request,
  type StreamName,
  sentOf,
} from './operations.ts'
import { type CallOptions, type Options, Transport } from './transport.ts'

/** The result of an operation, with facts from its response headers. */
export interface Result<Name extends OperationName> {
  data: Data<Name>
  meta: Meta<Name>
  /** Entity tag of a single resource, for `ifMatch` and `callIfChanged`. */
  etag: string | undefined
  /** Whether the gateway had already executed this request, and repeated its answer. */
  isReplay: boolean
  requestId: string | undefined
}

type Arguments<T> = Record<string, never> extends T ? [request?: T] : [request: T]

const LARGEST_PAGE = 100

async function resultOf<Name extends OperationName>(response: Response): Promise<Result<Name>> {
  const text = await response.text()
  const { data, meta } = text ? JSON.parse(text) : {}
  return {
    data,
    meta,
    etag: response.headers.get('etag') ?? undefined,
    isReplay: response.headers.get('idempotency-replay') === 'true',
    requestId: response.headers.get('x-request-id') ?? undefined,
  }
}

/** The fields of a GraphQL connection that paging needs. */
interface Connection<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

/** Calls the operations of a gateway. */
export class Gateway {
  readonly #transport: Transport

  constructor(options: Options) {
    this.#transport = new Transport(options)
  }

  /** Calls an operation of the REST API. */
  call<Name extends OperationName>(name: Name, ...[request]: Arguments<Request<Name>>): Promise<Result<Name>> {
    return this.#transport.send(sentOf(name, request), resultOf<Name>)
  }

  /** Reads a resource if its entity tag has changed; otherwise returns undefined. */
  callIfChanged<Name extends OperationName>(
    name: Name,
    etag: string,
    ...[request]: Arguments<Request<Name>>
  ): Promise<Result<Name> | undefined> {
    const sent = sentOf(name, request)
    sent.headers['If-None-Match'] = etag
    return this.#transport.send(sent, async (response) =>
      response.status === 304 ? undefined : resultOf<Name>(response),
    )
  }

  /**
   * Yields the items of a list, page by page. If an item is created during the reading, another item may appear twice.
   * `nodes` avoids this.
   */
  async *pages<Name extends ListName>(name: Name, ...[request]: Arguments<Request<Name>>): AsyncGenerator<Item<Name>> {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = { limit: LARGEST_PAGE, ...(request?.query as object | undefined), page }
      const sent = sentOf(name, { ...request, query })
      const { data, meta } = await this.#transport.send(sent, resultOf<Name>)
      yield* data as Item<Name>[]
      pages = (meta as { pages?: number }).pages ?? 1
    }
  }

  /** Requests a file: an export or a report. The deadline applies until the response headers arrive. */
  file<Name extends FileName>(name: Name, ...[request]: Arguments<Request<Name>>): Promise<Response> {
    const sent = sentOf(name, request)
    sent.headers.Accept = '*/*'
    return this.#transport.send(sent, async (response) => response)
  }

  /**
   * Yields the events of a stream without end, after `lastEventId` of the query, or from now on. Resumes after a lost
   * connection.
   */
  stream(name: StreamName, request?: CallOptions & { query?: { lastEventId?: string } }): AsyncGenerator<StreamEvent> {
    let last = request?.query?.lastEventId
    return follow(this.#transport, {
      signal: request?.signal,
      sent: () => {
        const { headers, ...sent } = sentOf(name, {})
        return { ...sent, headers: { ...headers, Accept: 'text/event-stream', ...(last && { 'Last-Event-ID': last }) } }
      },
      read: (event, response) => {
        const read = readEvent(event, response)
        last = event.id ?? last
        return read
      },
    })
  }

  /** Executes a query or a mutation. @throws GatewayError for the first error of the result */
  graphql<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables?: Variables,
    options: CallOptions & { idempotencyKey?: string } = {},
  ): Promise<Result> {
    const sent = graphqlSent('/graphql', String(document), variables, options.idempotencyKey)
    return this.#transport.send({ ...sent, ...options }, async (response) => {
      return dataOf(JSON.parse(await response.text()) as GraphqlResult, response) as Result
    })
  }

  /**
   * Yields the nodes of a connection, from the first page to the last. The document must pass the variable `$after` to
   * the list.
   */
  async *nodes<Result, Variables extends { after?: string | null }, Node>(
    document: TypedDocument<Result, Variables>,
    variables: Variables,
    connectionOf: (result: Result) => Connection<Node>,
    options?: CallOptions,
  ): AsyncGenerator<Node> {
    for (let after = variables.after, more = true; more; ) {
      const { nodes, pageInfo } = connectionOf(await this.graphql(document, { ...variables, after }, options))
      yield* nodes
      more = pageInfo.hasNextPage
      after = pageInfo.endCursor ?? null
    }
  }

  /**
   * Yields the results of a subscription without end. A lost connection is resumed if the document selects the `id` of
   * its event and passes the variable `$since` to the field.
   */
  async *subscribe<Result extends object, Variables>(
    document: TypedDocument<Result, Variables>,
    variables?: Variables,
    { signal }: CallOptions = {},
  ): AsyncGenerator<Result> {
    let since: string | undefined
    const events = follow(this.#transport, {
      signal,
      sent: () => {
        const sent = graphqlSent('/graphql/stream', String(document), { ...variables, ...(since && { since }) })
        return { ...sent, headers: { ...sent.headers, Accept: 'text/event-stream' } }
      },
      read: ({ event, data }, response) => {
        const value = event === 'next' ? dataOf(JSON.parse(data), response) : undefined
        const [field] = Object.values((value ?? {}) as Record<string, { id?: string } | null>)
        since = field?.id ?? since
        return { id: since, event, data: value }
      },
    })
    for await (const { event, data } of events) if (event === 'next') yield data as Result
  }
}

/**
 * Repeats `change` while other writers change the resource first. `change` reads a resource and writes it with
 * `ifMatch`.
 * @throws PreconditionFailedError after the last attempt
 */
export async function untilUnchanged<T>(change: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof PreconditionFailedError) || attempt >= attempts) throw error
    }
  }
}

/** Creates a client of the gateway at an address. */
export const connect = (options: Options): Gateway => new Gateway(options)
