import type { Env } from './env.ts'
import type { GeneratedFile } from './files.ts'
import { MARK } from './fingerprint.ts'
import type { ClientRecord } from './record.ts'
import { DEPENDS_ON_SITE } from './routing.ts'
import type { Credentials } from './secrets.ts'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Labels of every target of a client. Prometheus drops the one that begins with `__` after relabelling. */
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

/** The edge, where it is switched on: a program that is not meant to run is not missed. */
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

/** The client's metrics endpoint with its token (onboarding step 2): not for git, nor for other users of the host. */
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
                // While it is changed the one before: a host knows that with its new kit as well as with its old one.
                __param_token: (own?.previous ?? own)?.metricsToken,
              },
            },
          ]),
        },
      ]
    : []
}
