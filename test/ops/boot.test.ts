import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { addClient, render } from '../../ops/cli/clients.ts'
import { edgeEnvironment, readEnv } from '../../ops/cli/env.ts'
import { modeProblems } from '../../ops/cli/modes.ts'
import { setUp } from '../support/set-up.ts'
import { requireRoot, requireTool } from '../support/tools.ts'
import { giveToOwner, OWNER, problemsOf, type Service } from './support/container.ts'
import { startedHealth } from './support/health.ts'
import { BUILT, IMAGES } from './support/images.ts'
import { requirePinned, startedByHand } from './support/programs.ts'
import { ACME, copyOfStack, OPS, readOps, TemporaryFolder } from './support/stack.ts'

const compose = (root: string) =>
  parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>
  }

const { services } = compose(OPS)
const names = Object.keys(services)

const canRun = [
  requireTool('bwrap', 'apt-get install bubblewrap'),
  requireTool('wget', 'apt-get install wget'),
  requireRoot('the boot test becomes the user of each container'),
].every(Boolean)
const suite = canRun ? describe : describe.skip

const service = (name: string): Service => {
  const found = services[name]
  if (!found) throw new Error(`no service ${name}`)
  return found
}

test('the images that are known are those of the compose file', () => {
  expect(Object.keys(IMAGES).sort()).toEqual([...new Set(names.map((name) => service(name).image ?? BUILT))].sort())
})

test('the unit of systemd starts the stack after Docker, and waits until the slowest container has stopped', () => {
  const unit = Object.fromEntries(
    readOps('systemd/campaign-monitoring.service')
      .split('\n')
      .flatMap((line) => [...line.matchAll(/^(\w+)=(.*)$/g)].map(([, key = '', value = '']) => [key, value] as const)),
  )
  expect(unit).toMatchObject({
    Requires: 'docker.service',
    After: expect.stringContaining('docker.service'),
    Type: 'oneshot',
    RemainAfterExit: 'yes',
    ExecStart: '/usr/bin/docker compose up --detach',
    // `down` would remove the containers, and with them their logs.
    ExecStop: '/usr/bin/docker compose stop',
    WantedBy: 'multi-user.target',
  })
  expect(basename(unit.WorkingDirectory ?? '')).toBe(basename(OPS))
  const seconds = names.map((name) => Number.parseInt(service(name).stop_grace_period ?? '10s', 10))
  expect(unit.TimeoutStopSec).toBe('3min')
  expect(Math.max(...seconds)).toBeLessThan(180)
})

suite('a first start on a fresh host, as the user of each container', () => {
  let checkout: TemporaryFolder
  setUp(async (opened) => {
    checkout = opened.use(copyOfStack())
    addClient(checkout.path, ACME, 'acme.yml')
    giveToOwner(checkout.path)
  })

  const problems = (changed: Service): string[] => {
    using work = new TemporaryFolder()
    return problemsOf(changed, checkout.path, work.path)
  }

  test.each(names)('%s can write its folders and read its secrets, and nothing more', (name) => {
    expect(problems(service(name))).toEqual([])
  })

  // What the probe must notice, each as it was or might be again.
  test.each<[change: string, name: string, changed: Partial<Service>, problem: string]>([
    ['root without the group of its data', 'alloy', { user: '0:0' }, 'cannot write /var/lib/alloy/data'],
    ['no capability to read logs', 'alloy', { cap_add: [] }, 'cannot read /var/log/auth.log'],
    ['root that steps down', 'database', { user: '0:0' }, 'cannot read /run/secrets/postgres_admin_password'],
    ['no group', 'prometheus', { group_add: [] }, 'cannot read /run/secrets/gateway_metrics_token'],
    ['no group', 'push-proxy', { group_add: [] }, 'cannot read /etc/nginx/push'],
    ['a root file system that root can write', 'cadvisor', { read_only: false }, 'can write its root'],
    ['another user', 'loki', { user: '1000:1000' }, 'cannot write /loki'],
    ['a program without what it carries', 'edge', { cap_add: [] }, 'cannot start without NET_BIND_SERVICE'],
    ['another image', 'loki', { image: 'grafana/loki:9.9.9' }, 'nothing is known about the image grafana/loki:9.9.9'],
  ])('notices: %s (%s)', (_, name, changed, problem) => {
    expect(problems({ ...service(name), ...changed })).toContain(problem)
  })

  test('a checkout and records that were made under a strict umask are readable all the same, after render', () => {
    using strict = copyOfStack()
    writeFileSync(join(strict.path, 'acme.yml'), ACME)
    writeFileSync(join(strict.path, '.env'), `OPS_UID=${OWNER.OPS_UID}\nOPS_GID=${OWNER.OPS_GID}\n`)
    const command = [join(OPS, 'cli/main.ts'), '--root', strict.path, 'client', 'add', join(strict.path, 'acme.yml')]
    execFileSync('chmod', ['-R', 'o-rwx', strict.path])
    execFileSync('sh', ['-c', `umask 027; exec "$0" "$@"`, process.execPath, ...command])
    const unreadable = () => {
      using work = new TemporaryFolder()
      return ['loki', 'prometheus', 'grafana', 'push-proxy', 'gateway'].flatMap((name) =>
        problemsOf(service(name), strict.path, work.path),
      )
    }
    expect(unreadable()).toEqual([])
    expect(modeProblems(strict.path)).toEqual([])
    chmodSync(join(strict.path, 'loki/rules/acme-water'), 0o750)
    chmodSync(join(strict.path, 'secrets/smtp_password'), 0o644)
    expect(unreadable()).toContain('cannot read /etc/loki/rules/acme-water')
    expect(modeProblems(strict.path)).toEqual([
      'loki/rules/acme-water: has mode 750, needs 755: npm run ops -- render',
      'secrets/smtp_password: has mode 644, needs 640: npm run ops -- render',
    ])
    render(strict.path)
    expect([unreadable(), modeProblems(strict.path)]).toEqual([[], []])
  })

  const startable = Object.entries({
    prometheus: requirePinned('prometheus'),
    alertmanager: requirePinned('alertmanager'),
    blackbox: requirePinned('blackbox'),
    'prom-label-proxy': requirePinned('prom-label-proxy'),
    loki: startedByHand('loki'),
    tempo: startedByHand('tempo'),
    'push-proxy': requireTool('nginx', 'apt-get install nginx-light'),
    edge: requireTool('caddy', 'apt-get install caddy'),
  }).flatMap(([name, isThere]) => (isThere ? [name] : []))

  const health = (name: string, changed: Partial<Service> = {}): string => {
    using work = new TemporaryFolder()
    // What the compose file takes from .env.
    const environment = name === 'edge' ? edgeEnvironment(readEnv(checkout.path)) : service(name).environment
    return startedHealth({ ...service(name), environment, ...changed }, checkout.path, work.path)
  }

  for (const name of startable)
    test(`${name} starts by its command, on its files, and its health check is content`, () => {
      expect(health(name)).toBe('healthy')
    })

  const ends = startable.includes('prometheus') ? test : test.skip
  ends.each<[change: string, changed: Partial<Service>, complaint: RegExp]>([
    ['another user', { user: '1000:1000' }, /permission denied/],
    ['another file', { command: ['--config.file=/etc/prometheus/other.yml'] }, /no such file/],
  ])('prometheus with %s ends, and says why', (_, changed, complaint) => {
    expect(health('prometheus', changed)).toMatch(complaint)
  })
})
