import { spawnSync } from 'node:child_process'
import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needTool } from '../../../ops/cli/tools.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { container, type Service } from './container.ts'
import { IMAGES } from './images.ts'
import { quoted } from './shell.ts'

/** Where the program is found in a container of the tests. */
const PROGRAM = '/program'

/** prom-label-proxy has no health check in the compose file: the stack's probes ask it. */
const PROBED = ['CMD', 'wget', '-q', '-O', '/dev/null', 'http://localhost:8080/healthz']

/**
 * Starts a service's program by its command, in its container and on a network of its own, until its health check is
 * content; returns "healthy", or what the program said when it ended instead.
 */
export const startedHealth = (service: Service, checkout: string, work: string): string => {
  const entry = IMAGES[service.image ?? '']?.starts
  if (!entry) throw new Error(`nothing is known about the start of ${service.image}`)
  const hosts = join(work, 'hosts')
  // As every engine writes it.
  writeFileSync(hosts, '127.0.0.1 localhost\n::1 localhost\n')
  const { args } = container(service, checkout, work, [
    { source: realpathSync(needTool(entry.tool)), target: PROGRAM, writable: false },
    { source: hosts, target: '/etc/hosts', writable: false },
  ])
  const [, ...check] = service.healthcheck?.test ?? PROBED
  const health = check.map((word) => (word === entry.path ? PROGRAM : word))
  // A pipe: nginx opens /dev/stderr by its name, which a socket has none of.
  const script = `{
    ${quoted([PROGRAM, ...(service.command ?? entry.command ?? [])])} &
    until ${quoted(health)} 2>/dev/null; do
      kill -0 $! || exit 1
      sleep 0.1
    done
    kill $!
    wait $!
    echo healthy
  } 2>&1 | cat`
  const { stdout, stderr } = spawnSync('bwrap', ['--unshare-net', '--die-with-parent', ...args, 'sh', '-c', script], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    env: { PATH: '/usr/bin', HOME: '/', ...entry.environment, ...service.environment },
  })
  return stdout.trim().endsWith('healthy') ? 'healthy' : `${stdout}${stderr}`
}
