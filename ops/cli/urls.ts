/**
 * Addresses of the parts of the stack. The compose service `ops` sets them. The defaults fit a port forward to
 * localhost.
 */
export interface Urls {
  prometheus: string
  alertmanager: string
  loki: string
  blackbox: string
  grafana: string
}

/** Reads the addresses from the environment. The defaults are the ports of the source document on localhost. */
export const urlsFrom = (env: NodeJS.ProcessEnv): Urls => ({
  prometheus: env.PROMETHEUS_URL ?? 'http://localhost:9090',
  alertmanager: env.ALERTMANAGER_URL ?? 'http://localhost:9093',
  loki: env.LOKI_URL ?? 'http://localhost:3100',
  blackbox: env.BLACKBOX_URL ?? 'http://localhost:9115',
  grafana: env.GRAFANA_URL ?? 'http://localhost:3000',
})

/** Sends a request. `expected` are additional accepted statuses. @throws Error with the address and the response */
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

/** Sends a request with a JSON body. */
export const sendJson = (method: string, url: string, body: unknown, headers: Record<string, string> = {}) =>
  request(url, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })
