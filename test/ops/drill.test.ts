/** @long it starts each program of the stack, takes its data away, and starts it on the restored data. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from '@jest/globals'
import { Daemon, freePorts } from '../../ops/cli/loopback/processes.ts'
import { addSilence, listSilences } from '../../ops/cli/silence.ts'
import { request } from '../../ops/cli/urls.ts'
import { requireRoot, requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'
import { postgresInstalled } from './support/databases.ts'
import { Host } from './support/stand-in.ts'

/** Backup, loss and restore of what the programs themselves wrote: each has to start on it and know what it knew. */

const installed = [
  requireTool('bwrap', 'apt-get install bubblewrap'),
  requireTool('prometheus', 'test/ops/programs/build.sh FOLDER'),
  requireTool('alertmanager', 'test/ops/programs/build.sh FOLDER'),
  postgresInstalled || requireTool('initdb', 'apt-get install postgresql'),
  requireRoot('the backup becomes the container of the volumes'),
]
const suite = installed.every(Boolean) ? describe : describe.skip

const [INITDB = ''] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().toReversed()

/** Copies a volume, loses it, and brings it back. */
const loseAndRestore = async (host: Host, volume: string): Promise<void> => {
  expect(await host.ops(['backup', host.path('backup'), volume])).toMatchObject({ status: 0 })
  host.lose(volume)
  expect(await host.ops(['restore', host.path('backup')])).toMatchObject({ status: 0 })
}

suite('after its volume was lost and restored', () => {
  test('Prometheus answers what it had scraped', async () => {
    using host = new Host([])
    const [port = 0] = await freePorts(1)
    const [config, url] = [host.path('prometheus.yml'), `http://127.0.0.1:${port}`]
    const job = `{ job_name: itself, scrape_interval: 1s, scrape_timeout: 1s, static_configs: [{ targets: ['127.0.0.1:${port}'] }] }`
    writeFileSync(config, `scrape_configs: [${job}]\n`)
    const start = async () => {
      const daemon = new Daemon('prometheus', [
        `--config.file=${config}`,
        `--storage.tsdb.path=${host.volume('prometheus')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ])
      await daemon.ready(`${url}/-/ready`)
      return daemon
    }
    const at = async (time: number) => {
      const asked = new URLSearchParams({ query: 'prometheus_build_info', time: String(time) })
      const { data } = (await (await request(`${url}/api/v1/query?${asked}`)).json()) as { data: { result: unknown[] } }
      return data.result
    }
    let before: unknown[] = []
    const time = await (async () => {
      await using _daemon = await start()
      return await until('a scrape', async () => {
        const now = Date.now() / 1000
        before = await at(now)
        return before.length > 0 && now
      })
    })()
    await loseAndRestore(host, 'prometheus')
    await using _daemon = await start()
    expect(await at(time)).toEqual(before)
  })

  test('Alertmanager keeps its silences', async () => {
    using host = new Host([])
    const [port = 0] = await freePorts(1)
    const [config, url] = [host.path('alertmanager.yml'), `http://127.0.0.1:${port}`]
    writeFileSync(config, 'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n')
    const start = async () => {
      const daemon = new Daemon('alertmanager', [
        `--config.file=${config}`,
        `--storage.path=${host.volume('alertmanager')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ])
      await daemon.ready(`${url}/-/ready`)
      return daemon
    }
    const silence = { matchers: ['client=acme'], duration: '7d', createdBy: 'tests', comment: 'maintenance' }
    const id = await (async () => {
      await using _daemon = await start()
      return await addSilence(url, silence)
    })()
    await loseAndRestore(host, 'alertmanager')
    await using _daemon = await start()
    expect(await listSilences(url)).toEqual([expect.objectContaining({ id, comment: 'maintenance' })])
  })

  test('PostgreSQL starts on a folder of its own, with its rows', async () => {
    using host = new Host([])
    const data = host.volume('database')
    const { uid, gid } = statSync('/var/lib/postgresql')
    chownSync(data, uid, gid)
    // The server's user has to get there.
    chmodSync(host.path('.'), 0o755)
    const call = (tool: string, ...args: string[]): string =>
      execFileSync('runuser', ['-u', 'postgres', '--', join(INITDB, '..', tool), ...args], {
        cwd: '/',
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    const socket = execFileSync('runuser', ['-u', 'postgres', '--', 'mktemp', '-d'], { encoding: 'utf8' }).trim()
    const start = () =>
      call('pg_ctl', '-D', data, '-w', '-l', join(socket, 'log'), '-o', `-k ${socket} -c listen_addresses=`, 'start')
    const sql = (text: string) => call('psql', '-h', socket, '-d', 'postgres', '-Atc', text)
    call('initdb', '-D', data, '-A', 'trust', '--no-sync')
    start()
    sql('create table kept as select generate_series(1, 1000) as id')
    call('pg_ctl', '-D', data, '-w', 'stop')
    await loseAndRestore(host, 'database')
    start()
    try {
      expect(sql('select count(*), sum(id) from kept')).toBe('1000|500500')
    } finally {
      call('pg_ctl', '-D', data, '-w', 'stop')
    }
  })

  test('an SQLite database like that of Grafana is whole', async () => {
    using host = new Host([])
    const path = join(host.volume('grafana'), 'grafana.db')
    const database = new DatabaseSync(path)
    database.exec(
      "pragma journal_mode = wal; create table org (id integer, name text); insert into org values (2, 'acme')",
    )
    database.close()
    await loseAndRestore(host, 'grafana')
    using restored = new DatabaseSync(path, { readOnly: true })
    expect(restored.prepare('select name from org').all()).toEqual([{ name: 'acme' }])
    expect(restored.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })
})
