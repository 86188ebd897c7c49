import autocannon from 'autocannon'

/** One request of a load; a load goes through its requests in turn. */
export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** A load to put on a server. */
export interface Load {
  url: string
  connections: number
  seconds: number
  /** The number of requests, instead of seconds. */
  amount?: number | undefined
  requests: LoadRequest[]
}

/** What became of it; times in milliseconds. */
export interface LoadResult {
  requests: number
  perSecond: number
  p50: number
  p99: number
  failures: number
}

/** Latencies of its own, since autocannon's histogram knows whole milliseconds only. */
function run({ url, connections, seconds, amount, requests }: Load): Promise<LoadResult> {
  const times: number[] = []
  let failures = 0
  let joined = 0
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const instance = autocannon(
      {
        url,
        connections,
        duration: seconds,
        // A load ends at the end of an interval.
        sampleInt: 100,
        ...(amount !== undefined && { amount }),
        requests,
        // Each connection starts elsewhere, so that they do not go through the organizations in step.
        setupClient(client) {
          const start = Math.floor((joined++ * requests.length) / connections)
          client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
        },
      },
      (error, result) => {
        if (error) return reject(error)
        const sorted = Float64Array.from(times).sort()
        const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
        const perSecond = times.length / ((performance.now() - started) / 1000)
        resolve({
          requests: times.length,
          perSecond,
          p50: at(0.5),
          p99: at(0.99),
          failures: failures + result.errors + result.timeouts,
        })
      },
    )
    instance.on('response', (_client, status, _bytes, time) => {
      times.push(time)
      if (status >= 300) failures++
    })
  })
}

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${error}\n`)
      process.exit(1)
    },
  )
})
