/** Where the parts of the stack answer. The compose service `ops` sets these; a port forward to localhost needs none. */
export interface Urls {
  prometheus: string
  alertmanager: string
  loki: string
  blackbox: string
  grafana: string
}

/** The addresses from the environment, with the ports of the source on localhost as defaults. */
export const urlsFrom = (env: NodeJS.ProcessEnv): Urls => ({
  prometheus: env.PROMETHEUS_URL ?? 'http://localhost:9090',
  alertmanager: env.ALERTMANAGER_URL ?? 'http://localhost:9093',
  loki: env.LOKI_URL ?? 'http://localhost:3100',
  blackbox: env.BLACKBOX_URL ?? 'http://localhost:9115',
  grafana: env.GRAFANA_URL ?? 'http://localhost:3000',
})

/** A request that fails with the address and what was answered; `expected` are further statuses that are answers. */
export const request = async (url: string, init: RequestInit = {}, expected: number[] = []): Promise<Response> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000), ...init }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new Error(`${url} cannot be reached: ${cause}`, { cause: error })
  })
  if (response.ok || expected.includes(response.status)) return response
  throw new Error(
    `${init.method ?? 'GET'} ${url} answered ${response.status}: ${(await response.text()).slice(0, 500)}`,
  )
}

/** A request with a JSON body. */
export const sendJson = (method: string, url: string, body: unknown, headers: Record<string, string> = {}) =>
  request(url, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })
