import type { Tool } from '../../../ops/cli/tools.ts'

/** Who a process is, before Compose changes it. */
interface Identity {
  uid: number
  gid: number
}

/** What an image brings with it that decides whether its process can work in its container. */
export interface Image {
  /** The user that the image names. */
  user: Identity
  /** Whom the entry point becomes when it starts as root; supplementary groups and capabilities are gone then. */
  stepsDownTo?: Identity
  /** Folders of the image: a new named volume mounted there takes over owner and mode. */
  folders?: Record<string, Identity & { mode: number }>
  /** Capabilities that the program's file carries: the kernel does not start it where it may not have them. */
  carries?: string[]
  /** What its entry point starts, of the programs that tests may have. */
  starts?: Entry
  /** Where this can be read. */
  source: string
}

/** How an image starts its program. */
export interface Entry {
  tool: Tool
  /** What the program is called in the image's health check. */
  path?: string
  /** What follows it where the compose file names no command. */
  command?: string[]
  environment?: Record<string, string>
}

const root = { uid: 0, gid: 0 }
const nobody = { uid: 65534, gid: 65534 }
const postgres = { uid: 70, gid: 70 }

/** The image that is built, not fetched. */
export const BUILT = 'the image of the gateway'

/** Every image of the compose file. A new tag is a new image: read its source again before entering it here. */
export const IMAGES: Record<string, Image> = {
  'prom/prometheus:v3.14.0': {
    user: nobody,
    folders: { '/prometheus': { ...nobody, mode: 0o755 } },
    starts: { tool: 'prometheus' },
    source: 'prometheus/prometheus: Dockerfile (USER nobody; chown -R nobody:nobody /prometheus)',
  },
  'prom/alertmanager:v0.34.0': {
    user: nobody,
    folders: { '/alertmanager': { ...nobody, mode: 0o755 } },
    starts: { tool: 'alertmanager' },
    source: 'prometheus/alertmanager: Dockerfile (USER nobody; chown -R nobody:nobody /alertmanager)',
  },
  'prom/blackbox-exporter:v0.28.0': {
    user: root,
    starts: { tool: 'blackbox' },
    source: 'prometheus/blackbox_exporter: Dockerfile (no USER)',
  },
  'prom/node-exporter:v1.12.1': {
    user: nobody,
    source: 'prometheus/node_exporter: Dockerfile (USER nobody)',
  },
  'grafana/loki:3.7.6': {
    user: { uid: 10001, gid: 10001 },
    folders: { '/loki': { uid: 10001, gid: 10001, mode: 0o755 } },
    starts: { tool: 'loki', path: '/usr/bin/loki' },
    source: 'grafana/loki: cmd/loki/Dockerfile (USER 10001; chown -R loki:loki /loki)',
  },
  'grafana/tempo:3.0.3': {
    user: { uid: 10001, gid: 10001 },
    folders: { '/var/tempo': { uid: 10001, gid: 10001, mode: 0o755 } },
    starts: { tool: 'tempo', path: '/tempo' },
    source: 'grafana/tempo: cmd/tempo/Dockerfile (USER 10001:10001; chown -R tempo:tempo /var/tempo)',
  },
  'grafana/alloy:v1.18.1': {
    user: root,
    folders: {
      '/var/lib/alloy': { uid: 473, gid: 473, mode: 0o770 },
      '/var/lib/alloy/data': { uid: 473, gid: 473, mode: 0o770 },
    },
    source: 'grafana/alloy: Dockerfile (no USER; chown -R alloy:alloy, chmod -R 770 /var/lib/alloy, UID 473)',
  },
  'tecnativa/docker-socket-proxy:v0.4.1': {
    user: root,
    source: 'Tecnativa/docker-socket-proxy: Dockerfile (USER root), docker-entrypoint.sh (writes /tmp/haproxy.cfg)',
  },
  'grafana/grafana:13.2.0': {
    user: { uid: 472, gid: 0 },
    folders: { '/var/lib/grafana': { uid: 472, gid: 0, mode: 0o777 } },
    source: 'grafana/grafana: Dockerfile (GF_UID 472, GF_GID 0; chmod -R 777 $GF_PATHS_DATA)',
  },
  'quay.io/prometheuscommunity/prom-label-proxy:v0.15.0': {
    user: nobody,
    starts: { tool: 'prom-label-proxy' },
    source: 'prometheus-community/prom-label-proxy: Dockerfile (USER nobody)',
  },
  'nginxinc/nginx-unprivileged:1.28.2-alpine': {
    user: { uid: 101, gid: 101 },
    starts: { tool: 'nginx', command: ['-g', 'daemon off;'] },
    source: 'nginx/docker-nginx-unprivileged: Dockerfile (USER 101; adduser -u 101 -G nginx, GID 101; CMD)',
  },
  'caddy:2.11.4-alpine': {
    user: root,
    folders: { '/data/caddy': { ...root, mode: 0o1777 }, '/config/caddy': { ...root, mode: 0o1777 } },
    carries: ['NET_BIND_SERVICE'],
    starts: {
      tool: 'caddy',
      command: ['run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'],
      environment: { XDG_CONFIG_HOME: '/config', XDG_DATA_HOME: '/data' },
    },
    source:
      'caddyserver/caddy-docker: 2.11/alpine/Dockerfile (no USER; chmod 1777; setcap cap_net_bind_service=+ep; ENV; CMD)',
  },
  'ghcr.io/google/cadvisor:v0.53.0': {
    user: root,
    source: 'google/cadvisor: deploy/Dockerfile (no USER)',
  },
  [BUILT]: {
    user: { uid: 1000, gid: 1000 },
    folders: { '/data': { uid: 1000, gid: 1000, mode: 0o755 } },
    source: 'Dockerfile of this project (USER 1000:1000)',
  },
  'postgres:17.6-alpine': {
    user: root,
    stepsDownTo: postgres,
    folders: {
      '/var/lib/postgresql/data': { ...postgres, mode: 0o1777 },
      '/run/postgresql': { ...postgres, mode: 0o3777 },
    },
    source:
      'docker-library/postgres: 17/alpine3.22/Dockerfile (install --owner postgres), docker-entrypoint.sh (gosu postgres)',
  },
  'quay.io/prometheuscommunity/postgres-exporter:v0.20.1': {
    user: nobody,
    source: 'prometheus-community/postgres_exporter: Dockerfile (USER nobody)',
  },
  'node:24.19.0-bookworm-slim': {
    user: root,
    source: 'nodejs/docker-node: 24/bookworm-slim/Dockerfile (no USER)',
  },
}
