import { execFileSync } from 'node:child_process'
import { sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A service with the interface of Amazon SNS, on loopback. */
export interface FakeSns extends AsyncDisposable {
  url: string
  /** The paths that were requested, with their queries. */
  requested: string[]
  /** A signed message of SNS with these fields. */
  message(fields: Record<string, string>, version?: '1' | '2'): Record<string, string>
}

const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']

/** Starts the service. Its certificate comes from openssl. */
export async function startSns(): Promise<FakeSns> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-sns-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certFile, '-days', '2']
  execFileSync('openssl', [...made, '-subj', '/CN=sns.amazonaws.com'], { stdio: 'ignore' })
  const [key, cert] = [await readFile(keyFile), await readFile(certFile)]
  await rm(folder, { recursive: true })
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    if (request.url?.startsWith('/moved'))
      response.writeHead(302, { location: '/SimpleNotificationService-1.pem' }).end()
    else response.end(request.url?.endsWith('.pem') ? cert : '<ConfirmSubscriptionResponse/>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requested,
    message(fields, version = '2') {
      const message: Record<string, string> = {
        Type: 'Notification',
        MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
        TopicArn: 'arn:aws:sns:af-south-1:123456789012:bounces',
        Message: '{}',
        Timestamp: new Date().toISOString(),
        SignatureVersion: version,
        SigningCertURL: `${url}/SimpleNotificationService-1.pem`,
        ...fields,
      }
      const names = message.Type === 'Notification' ? NOTIFICATION : CONFIRMATION
      const text = names.map((name) => (name in message ? `${name}\n${message[name]}\n` : '')).join('')
      return {
        ...message,
        Signature: sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(text), key).toString('base64'),
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
