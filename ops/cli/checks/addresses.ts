import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readEnv, SERVED } from '../env.ts'

/** Files in which one part of the stack refers to another by host and port. */
const FILES = [
  'docker-compose.yml',
  'prometheus/prometheus.yml',
  'alertmanager/alertmanager.yml',
  'loki/loki.yml',
  'alloy/config.alloy',
  'push-proxy/nginx.conf',
  'edge/Caddyfile',
  'grafana/provisioning/datasources/*.yml',
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

/** Checks that every address in a configuration refers to an existing service and to a port on which it listens. */
export const checkAddresses = (root: string): string => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, object> }
  const ports = listening(read)
  const named = globSync(FILES, { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/(?<![\w.@/-])(?:http:\/\/|tcp:\/\/)?([a-z][a-z0-9-]*):(\d{2,5})(?![\w.:])/g)].map(
      ([, host = '', port = '']) => ({ file, host, port }),
    ),
  )
  const problems = named.flatMap(({ file, host, port }) => {
    if (host === 'localhost') return []
    if (!(host in services)) return [`${file}: ${host}:${port}: there is no service ${host}`]
    return ports[host] && !ports[host].includes(port) ? [`${file}: ${host}:${port}: ${host} does not listen there`] : []
  })
  problems.push(...unreachable(root, services))
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'))
  return `${named.length} addresses lead to services that listen there`
}
