import { writeSync } from 'node:fs'
import { Metrics } from '../../src/common/metrics.ts'
import { createLog } from '../../src/main/log.ts'
import { surviveUnhandledRejections } from '../../src/main/unhandled-rejections.ts'
import { startWatchdog } from '../../src/main/watchdog.ts'

/*
 * A process whose main thread does what its argument names, with the watchdog of `serve.ts`. `watchdog.test.ts` runs
 * it.
 */

function spinForEver(): never {
  for (;;) Math.sqrt(Date.now())
}

/** An endless loop in WebAssembly, because PGlite is WebAssembly: `(func (export "spin") (loop (br 0)))`. */
async function spinInWasm(): Promise<void> {
  const bytes = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 115, 112, 105, 110, 0, 0, 10, 9, 1, 7, 0, 3,
    64, 12, 0, 11, 11,
  ]
  const { instance } = await WebAssembly.instantiate(new Uint8Array(bytes))
  const spin = instance.exports.spin
  if (typeof spin === 'function') spin()
}

const ways: Record<string, () => void | Promise<void>> = {
  spins: async () => {
    await startWatchdog({ stuckSeconds: 2, stopSeconds: 600 })
    setTimeout(spinForEver, 100)
  },
  'spins in WebAssembly': async () => {
    await startWatchdog({ stuckSeconds: 2, stopSeconds: 600 })
    setTimeout(spinInWasm, 100)
  },
  'spins while it stops': async () => {
    await startWatchdog({ stuckSeconds: 600, stopSeconds: 1 })
    process.once('SIGTERM', spinForEver)
    setInterval(() => {}, 1_000)
    process.stdout.write('ready\n')
  },
  'spins before it is stopped': async () => {
    await startWatchdog({ stuckSeconds: 600, stopSeconds: 1 })
    process.on('SIGTERM', () => {})
    setTimeout(() => {
      writeSync(1, 'ready\n')
      spinForEver()
    }, 1_000)
  },
  rejects: async () => {
    const metrics = new Metrics()
    surviveUnhandledRejections(createLog('error'), metrics)
    void Promise.reject(new Error('nobody hears this')).finally(() => {})
    await new Promise((resolve) => setTimeout(resolve, 100))
    process.stdout.write(await metrics.registry.getSingleMetricAsString('unhandled_rejections_total'))
    process.exit(0)
  },
}

await ways[process.argv[2] ?? '']?.()
