import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { GeneratedFile } from './files.ts'
import { notice } from './fingerprint.ts'
import { sloRules } from './slo.ts'

const SERVICE_RULES = 'prometheus/rules/gateway-service.yml'

const groupsIn = (text: string): unknown[] => (parse(text) as { groups: unknown[] }).groups

/** The gateway's alerts as a resource of the Prometheus Operator. */
export const kubernetesRules = (root: string): GeneratedFile => {
  const groups = [readFileSync(join(root, SERVICE_RULES), 'utf8'), sloRules().content].flatMap(groupsIn)
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'gateway' },
    spec: { groups },
  }
  return {
    path: 'kubernetes/monitoring/prometheus-rule.yaml',
    kind: 'generated',
    content: `# ${notice(`${SERVICE_RULES} and ops/cli/slo.ts`)}\n${stringify(rule, { aliasDuplicateObjects: false, lineWidth: 0 })}`,
  }
}
