/** @long it starts a PostgreSQL server. */
import { chmod, chown } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { createLog } from '../../src/main/log.ts'
import { type Certificate, newCertificate } from '../support/certificate.ts'
import { type Cluster, hasPostgres, postgresUser, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { aClient } from '../support/samples.ts'
import { startServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

const suite = hasPostgres() ? describe : describe.skip

const log = createLog('silent')

let cluster: Cluster
let certificate: Certificate
setUp(async (opened) => {
  if (!hasPostgres()) return
  certificate = opened.use(await newCertificate())
  const { certFile, keyFile } = certificate
  const user = await postgresUser()
  await chmod(dirname(keyFile), 0o755)
  if (user) await chown(keyFile, user.uid, user.gid)
  cluster = opened.use(await startCluster(['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`]))
})

/** The address by name: the driver does not compare a certificate with the number of an address. */
const through = (query: string): string =>
  `${Object.assign(new URL(cluster.url), { hostname: 'localhost' }).href}?${query}`

suite('a database over TLS', () => {
  test('whose certificate an authority of its own signed serves, with that authority', async () => {
    const url = through(`sslmode=verify-full&sslrootcert=${certificate.certFile}`)
    await using server = await startServer({}, () => openOn(url, 5, { log }))
    await aClient(server.actor())
    const connections = `select ssl, count(*)::int from pg_stat_ssl join pg_stat_activity using (pid)
      where usename = 'gateway' group by ssl`
    expect(await cluster.admin(connections)).toEqual([{ ssl: true, count: expect.any(Number) }])
  })

  test.each(['sslmode=require', 'sslmode=verify-full'])(
    'whose certificate is unknown: a start with %s gives the reason and the next step',
    async (query) => {
      await expect(openOn(through(query), 5, { log })).rejects.toThrow(
        /^The gateway cannot connect to the database at localhost:\d+: self-signed certificate.*\n.*sslmode=verify-full&sslrootcert=<file> to DATABASE_URL/,
      )
    },
  )
})
