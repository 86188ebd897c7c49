import type { Env } from './env.ts'
import type { GeneratedFile } from './files.ts'
import { MARK } from './fingerprint.ts'
import type { ClientRecord } from './record.ts'
import { DEPENDS_ON_SITE } from './routing.ts'
import type { Credentials } from './secrets.ts'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Labels of every target of a client. Prometheus drops labels that start with `__` after relabelling. */
const labels = (client: ClientRecord) => ({ client: client.id, client_name: client.name, __fingerprint: MARK })

/** The client's probes, one group per module (onboarding step 1). */
export const probeTargets = (client: ClientRecord): GeneratedFile => ({
  path: `prometheus/targets/probe/${client.id}.json`,
  kind: 'generated',
  content: json(
    client.probes.map(({ target, module }, index) => {
      const { __fingerprint, ...rest } = labels(client)
      return { targets: [target], labels: { ...rest, module, ...(index === 0 && { __fingerprint }) } }
    }),
  ),
})

/** The target of the edge, if it is enabled: a disabled edge must raise no alert. */
export const edgeTargets = (env: Env): GeneratedFile[] =>
  env.COMPOSE_PROFILES === 'edge'
    ? [
        {
          path: 'prometheus/targets/stack/edge.json',
          kind: 'generated',
          content: json([
            { targets: ['edge:8443'], labels: { module: 'tcp_connect', part: 'edge', __fingerprint: MARK } },
          ]),
        },
      ]
    : []

/** The node-exporters of the client's servers. */
export const serverTargets = (client: ClientRecord): GeneratedFile[] =>
  client.servers.length === 0
    ? []
    : [
        {
          path: `prometheus/targets/node/${client.id}.json`,
          kind: 'generated',
          content: json([{ targets: client.servers, labels: labels(client) }]),
        },
      ]

/**
 * The client's metrics endpoint with its token (onboarding step 2). The file must not be in git, and other users of the
 * host must not read it.
 */
export const metricsTargets = (client: ClientRecord, credentials: Credentials): GeneratedFile[] => {
  const own = credentials[client.id]
  return client.metrics
    ? [
        {
          path: `prometheus/targets/metrics/${client.id}.json`,
          kind: 'generated',
          secret: true,
          content: json([
            {
              targets: [client.domain],
              labels: {
                ...labels(client),
                ...DEPENDS_ON_SITE,
                // During a rotation, the previous token: the host accepts it with its old and with its new kit.
                __param_token: (own?.previous ?? own)?.metricsToken,
              },
            },
          ]),
        },
      ]
    : []
}
