import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { codeOf, faultOf } from '../data/database-faults.ts'
import { seedDemo } from '../demo/demo.ts'
import { type App, createApp } from './app.ts'
import { banner } from './banner.ts'
import { type Config, readConfig } from './config.ts'
import { createLog, forTerminal, toOutput } from './log.ts'
import { surviveUnhandledRejections } from './unhandled-rejections.ts'
import { startWatchdog } from './watchdog.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const output = toOutput()
  const log = createLog(config.LOG_LEVEL, process.stdout.isTTY ? await forTerminal(output) : output)
  if (!config.AUTH_ISSUER)
    log.warn('AUTH_ISSUER is not set: this server issues development tokens itself; never use it in production')
  if (config.DNS_SERVERS.length > 0)
    log.warn({ servers: config.DNS_SERVERS }, 'DNS_SERVERS is set: these name servers decide whether a sender may send')
  log.info({ role: config.AUTH_DEFAULT_ROLE }, 'tokens without a role claim act with this role')
  const closeBy = stopOnSignals(config, log)
  const app = await createApp(config, log)
  closeBy(app.close)
  surviveUnhandledRejections(log, app.metrics)
  const port = await listen(app.server, config)
  // The watchdog waits longer than the timer of a stop. That timer needs the event loop, and ends the process more
  // gently.
  await startWatchdog({ stopSeconds: config.SHUTDOWN_GRACE_SECONDS + 2 })
  log.info({ host: config.HOST, port }, 'listening')
  if (config.DEMO_DATA && app.issuer) await seedPatiently(app, log)
  if (process.stdout.isTTY || app.issuer) process.stdout.write(banner(config, port, app.issuer))
}

/** The next step if the system refuses the address, by error code. */
const REFUSED_ADDRESSES: Record<string, string> = {
  EADDRINUSE: 'Another program uses this port. Stop that program, or choose another port, for example PORT=4001.',
  EACCES: 'This user may not use this port. Choose a port of 1024 or above, for example PORT=4000.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.',
  ENOTFOUND: 'The host name does not exist. Set HOST to an address of this machine, or to 0.0.0.0 for all.',
}

/**
 * Returns the port.
 * @throws Error that names the address and the next step
 */
async function listen(server: Server, { HOST, PORT }: Config): Promise<number> {
  try {
    await once(server.listen(PORT, HOST), 'listening')
    return (server.address() as AddressInfo).port
  } catch (error) {
    const next = REFUSED_ADDRESSES[codeOf(error)]
    throw next === undefined ? error : new Error(`The gateway cannot listen on ${HOST}, port ${PORT}. ${next}`)
  }
}

/** The gateway already serves requests, so a database failure during seeding must not end it. */
async function seedPatiently(app: App, log: Logger): Promise<void> {
  try {
    await seedDemo(app)
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    log.warn({ err: error }, 'the demo data could not be written; it will be retried')
    await pause(fault.retryAfter * 1000)
    await seedPatiently(app, log)
  }
}

/**
 * On a signal, running requests finish and streams end. After the grace period, the remaining requests are aborted.
 * Until `next` is called, a signal ends the process at once, and the database rolls back uncommitted work of the start.
 */
function stopOnSignals(config: Config, log: Logger): (next: () => Promise<void>) => void {
  let close = async () => {}
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), config.SHUTDOWN_GRACE_SECONDS * 1000).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  return (next) => {
    close = next
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
