import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isSeq, parseDocument, visit } from 'yaml'
import { copyTemplates, downgradeConfig } from '../dialect.ts'
import type { Place } from './place.ts'

/** The bearer token of the gateway's webhook on loopback. */
export const LOOPBACK_TOKEN = 'loopback-token-of-the-chain'

/** Changes to Alertmanager's configuration other than addresses: shorter waiting times. The routing stays unchanged. */
const FASTER: Record<string, string> = { group_wait: '200ms', group_interval: '1s' }

/**
 * Writes Alertmanager's configuration with the endpoints of the chain. Returns its path, and the parts that an older
 * binary does not support.
 */
export const retargetAlertmanager = (
  { root, folder, to, pace }: Place,
  config: string,
  version: number,
): { path: string; taken: string[] } => {
  const templates = join(folder, 'templates')
  const token = join(folder, 'token')
  writeFileSync(token, LOOPBACK_TOKEN)
  const slack = (file: string) => `${to.inbox}/slack/${file.includes('critical') ? 'critical' : 'alerts'}`
  const replacements: Record<string, (value: string) => [key: string, value: unknown]> = {
    templates: () => ['templates', [join(templates, '*.tmpl')]],
    smtp_smarthost: () => ['smtp_smarthost', to.smtp],
    smtp_require_tls: () => ['smtp_require_tls', false],
    api_url_file: (file) => ['api_url', slack(file)],
    bot_token_file: () => ['bot_token', '1:loopback'],
    chat_id_file: () => ['chat_id', 1],
    webhook_url_file: () => ['webhook_url', `${to.inbox}/teams`],
    credentials_file: () => ['credentials_file', token],
    url_file: () => ['url', `${to.inbox}/heartbeat`],
    url: (address) => ['url', to.inbox + new URL(address).pathname],
  }
  // First removes the parts that an older binary does not support. Then replaces every remaining address.
  const { text, taken } = downgradeConfig(config, 'alertmanager', version)
  const document = parseDocument(text)
  visit(document, {
    Pair(_, pair) {
      const key = String(pair.key)
      if (key === 'smtp_auth_username' || key === 'smtp_auth_password_file') return visit.REMOVE
      const replaced =
        replacements[key]?.(String(pair.value)) ?? (pace === 'quick' && key in FASTER ? [key, FASTER[key]] : undefined)
      if (replaced) {
        pair.key = document.createNode(replaced[0])
        pair.value = document.createNode(replaced[1])
        return visit.SKIP
      }
      if (key === 'telegram_configs' && isSeq(pair.value))
        for (const item of pair.value.items) if (isMap(item)) item.set('api_url', to.inbox)
      return undefined
    },
  })
  const path = join(folder, 'alertmanager.yml')
  writeFileSync(path, document.toString())
  return { path, taken: [...new Set([...copyTemplates(root, templates, version), ...taken])] }
}
