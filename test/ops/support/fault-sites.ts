import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../../ops/cli/loopback/processes.ts'
import { Site } from '../../../ops/cli/loopback/site.ts'
import { readCredentials } from '../../../ops/cli/secrets.ts'
import { createLogTable, log, type Row } from './activity.ts'
import { sqlite } from './databases.ts'
import { Kit } from './php.ts'

/** A site of a fault, up on a free port. */
export const openSite = async (opened: AsyncDisposableStack, tls?: Site['tls']): Promise<Site> => {
  const [port = 0] = await freePorts(1)
  const site = new Site(port)
  site.tls = tls
  opened.defer(() => site.down())
  await site.up()
  return site
}

/** A self-signed certificate for 127.0.0.1, valid for so many days. */
export const certificate = (folder: string, days: number): { key: string; cert: string } => {
  const [key, cert] = [join(folder, `${days}.key`), join(folder, `${days}.pem`)]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    `${days}`,
  ]
  const subject = ['-subj', `/CN=${days}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert]
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

/** A client's host: his database, with the kit beside it. */
export interface ClientHost {
  kit: Kit
  /** Takes the database away. */
  loseDatabase(): void
  /** Adds rows to the log. */
  log(rows: Row[]): Promise<void>
  /** Runs something at every whole minute, as cron does, until all is closed. */
  everyMinute(opened: AsyncDisposableStack, run: () => Promise<unknown>): void
}

const everyMinute = (opened: AsyncDisposableStack, run: () => Promise<unknown>): void => {
  const next = () => setTimeout(() => void run().then(() => (timer = next())), 60_000 - (Date.now() % 60_000))
  let timer = next()
  opened.defer(() => clearTimeout(timer))
}

/** Sets up the host of a client of the stack; the kit pushes to `pushUrl`. */
export const openHost = async (
  opened: AsyncDisposableStack,
  root: string,
  id: string,
  pushUrl = 'http://127.0.0.1:9/api/v1/push',
): Promise<ClientHost> => {
  const database = opened.use(await sqlite())
  await createLogTable(database)
  const { metricsToken = '', pushPassword = '' } = readCredentials(root)[id] ?? {}
  const settings = { CLIENT_ID: id, CLIENT_NAME: id, PUSH_URL: pushUrl, PUSH_PASSWORD: pushPassword }
  const access = { dsn: database.dsn, user: '', password: '', time_zone: 'UTC' }
  const kit = opened.use(new Kit({ ...settings, METRICS_TOKEN: metricsToken, DATABASE: access }))
  mkdirSync(join(kit.folder, 'api'))
  writeFileSync(join(kit.folder, 'api/metrics.php'), "<?php require __DIR__ . '/../metrics.php';")
  const file = /file:([^?]+)/.exec(database.dsn)?.[1] ?? ''
  return {
    kit,
    loseDatabase: () => renameSync(file, `${file}.gone`),
    log: (rows) => log(database, rows),
    everyMinute,
  }
}
