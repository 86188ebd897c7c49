/*
 * What is used of the packages that only the benchmark has, so that its types are checked without them: to install them
 * takes longer than every check together.
 */

declare module 'autocannon' {
  interface Client {
    setRequests(requests: readonly object[]): void
  }
  interface Instance {
    on(event: 'response', listener: (client: Client, status: number, bytes: number, time: number) => void): void
  }
  interface Load {
    url: string
    connections: number
    duration: number
    sampleInt: number
    requests: readonly object[]
    setupClient(client: Client): void
  }
  export default function autocannon(
    load: Load,
    done: (error: Error | null, result: { errors: number; timeouts: number }) => void,
  ): Instance
}

declare module 'grafserv/node' {
  export const grafserv: object
}

declare module 'postgraphile' {
  interface Preset {
    grafast: {
      explain: boolean
      context(request: { node?: { req: import('node:http').IncomingMessage } }): object
    }
    [part: string]: unknown
  }
  export function postgraphile(preset: Preset): {
    createServ(kind: object): { addTo(server: import('node:http').Server): Promise<void> }
  }
}

declare module 'postgraphile/adaptors/pg' {
  export function makePgService(options: object): object
}

declare module 'postgraphile/presets/amber' {
  export const PostGraphileAmberPreset: object
}

declare module 'postgraphile/utils' {
  export function jsonPgSmartTags(tags: object): object
}
