import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { type Place, STEP } from './place.ts'

/**
 * Writes Loki's configuration and copies of its rules, with the folders and addresses of the chain. Returns its path.
 */
export const retargetLoki = ({ root, folder, to, pace }: Place, port: number, grpcPort: number): string => {
  const rules = join(folder, 'loki-rules')
  cpSync(join(root, 'loki/rules'), rules, { recursive: true })
  for (const path of pace === 'quick' ? globSync('*/*.yml', { cwd: rules }) : []) {
    const text = readFileSync(join(rules, path), 'utf8')
    writeFileSync(join(rules, path), text.replaceAll(/^( +interval:) .*$/gm, `$1 ${STEP}`))
  }
  const text = readFileSync(join(root, 'loki/loki.yml'), 'utf8')
    .replaceAll('/etc/loki/rules', rules)
    .replaceAll('/etc/loki/', `${join(root, 'loki')}/`)
    .replaceAll(/(:) (\/loki)\b/g, `$1 ${join(folder, 'loki')}`)
    .replace('http://alertmanager:9093', `http://${to.alertmanager}`)
  const document = parseDocument(text)
  document.setIn(['server', 'http_listen_address'], '127.0.0.1')
  document.setIn(['server', 'http_listen_port'], port)
  document.setIn(['server', 'grpc_listen_address'], '127.0.0.1')
  document.setIn(['server', 'grpc_listen_port'], grpcPort)
  const path = join(folder, 'loki.yml')
  writeFileSync(path, document.toString())
  return path
}
