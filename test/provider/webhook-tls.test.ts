/** @database none */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, test } from '@jest/globals'
import { post } from '../../src/features/webhooks/webhook.target.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'

if (requireTool('openssl', 'apt-get install openssl')) {
  describe('https', () => {
    const defaults = getCACertificates('default')
    let certificate: string
    let hits = 0
    let port: number

    setUp(async (opened) => {
      const folder = await mkdtemp(join(tmpdir(), 'gateway-tls-'))
      opened.defer(() => rm(folder, { recursive: true }))
      opened.defer(() => setDefaultCACertificates(defaults))
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
      const subject = ['-subj', '/CN=hooks.example.org', '-addext', 'subjectAltName=DNS:hooks.example.org']
      const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2']
      execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
      certificate = await readFile(cert, 'utf8')
      const server = createServer({ key: await readFile(key), cert: certificate }, (_, response) => {
        hits++
        response.end()
      })
      server.listen(0, '127.0.0.1')
      opened.defer(() => void server.close())
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    })

    const send = (host: string) =>
      post(`https://${host}:${port}/`, {}, '{}', {
        isAllowed: () => true,
        milliseconds: PATIENCE_MS,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      })

    test('a certificate that nobody vouches for is refused', async () => {
      await expect(send('hooks.example.org')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
      expect(hits).toBe(0)
    })

    test('a good one is taken, for its own name and not for the address that was pinned', async () => {
      setDefaultCACertificates([...defaults, certificate])
      expect(await send('hooks.example.org')).toBe(200)
      await expect(send('other.example.org')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
      expect(hits).toBe(1)
    })
  })
}
