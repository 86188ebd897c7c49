import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { networksOf, type Service } from '../compose.ts'
import { readEnv, SERVED } from '../env.ts'

/** Files in which one part of the stack refers to another by host and port, with the part that reads the file. */
const FILES = {
  'prometheus/prometheus.yml': 'prometheus',
  'prometheus/targets/probe/gateway.json': 'blackbox',
  'prometheus/targets/stack/*.json': 'blackbox',
  'alertmanager/alertmanager.yml': 'alertmanager',
  'loki/loki.yml': 'loki',
  'alloy/config.alloy': 'alloy',
  'push-proxy/nginx.conf': 'push-proxy',
  'edge/Caddyfile': 'edge',
  'grafana/provisioning/datasources/*.yml': 'grafana',
}

type Services = Record<string, Service & { command?: unknown }>

interface Address {
  file: string
  from: string
  host: string
  port: string
}

const addressesIn = (file: string, from: string, text: string): Address[] =>
  [...text.matchAll(/(?<![\w.@/-])(?:http:\/\/|tcp:\/\/)?([a-z][a-z0-9-]*):(\d{2,5})(?![\w.:])/g)].map(
    ([, host = '', port = '']) => ({ file, from, host, port }),
  )

/** Every address by which one service calls another. */
const addresses = (root: string, services: Services, read: (file: string) => string): Address[] => [
  ...Object.entries(services).flatMap(([name, { command, environment }]) =>
    addressesIn('docker-compose.yml', name, JSON.stringify([command, environment])),
  ),
  ...Object.entries(FILES).flatMap(([pattern, name]) =>
    globSync(pattern, { cwd: root }).flatMap((file) => addressesIn(file, name, read(file))),
  ),
]

const portsIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, port = '']) => port)

/** The ports of the parts whose configuration files name the port. */
const listening = (read: (file: string) => string): Record<string, string[]> => ({
  loki: portsIn(read('loki/loki.yml'), /http_listen_port: (\d+)/g),
  tempo: portsIn(read('tempo/tempo.yml'), /(?:http_listen_port: |endpoint: 0\.0\.0\.0:)(\d+)/g),
  alloy: [
    ...portsIn(read('alloy/config.alloy'), /endpoint = "0\.0\.0\.0:(\d+)"/g),
    ...portsIn(read('docker-compose.yml'), /--server\.http\.listen-addr=0\.0\.0\.0:(\d+)/g),
  ],
  'push-proxy': portsIn(read('push-proxy/nginx.conf'), /listen (\d+);/g),
  'prom-label-proxy': portsIn(read('docker-compose.yml'), /-insecure-listen-address=0\.0\.0\.0:(\d+)/g),
})

/** Addresses for people that only containers can open. */
const unreachable = (root: string, services: object): string[] => {
  const env = readEnv(root)
  return SERVED.filter((name) => new URL(env[name]).hostname in services).map(
    (name) => `${name}: ${env[name]} is an address within the stack: nobody outside can open it`,
  )
}

/**
 * Checks that every address in a configuration refers to an existing service, to a port on which it listens, and to a
 * network that both are on.
 */
export const checkAddresses = (root: string): string => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Services }
  const ports = listening(read)
  const named = addresses(root, services, read).filter(({ host }) => host !== 'localhost')
  const problems = named.flatMap(({ file, from, host, port }) => {
    const called = services[host]
    if (!called) return [`${file}: ${host}:${port}: there is no service ${host}`]
    if (ports[host] && !ports[host].includes(port)) return [`${file}: ${host}:${port}: ${host} does not listen there`]
    const shared = networksOf(called).filter((network) => networksOf(services[from] ?? {}).includes(network))
    return shared.length > 0 ? [] : [`${file}: ${from} calls ${host}, and shares no network with it`]
  })
  problems.push(...unreachable(root, services))
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'))
  return `${named.length} addresses lead to services that listen there`
}
