/** @database none */
import { expect, test } from '@jest/globals'
import type * as Client from '../../clients/typescript/src/index.ts'
import { newSecret, signedHeaders } from '../../src/features/webhooks/webhook.signature.ts'
import { hasBrowser, visit } from '../support/browser.ts'
import { bundleClient } from '../support/client-bundle.ts'
import { startReceiver } from '../support/receiver.ts'
import { aClient, clientBody } from '../support/samples.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

if (hasBrowser())
  test('a page of another origin uses the client, with the headers that CORS shows to it', async () => {
    await using site = await startReceiver()
    const origin = `http://127.0.0.1:${site.port}`
    const { code } = await bundleClient()
    site.answer = (response, { path }) => {
      response.setHeader('Content-Type', path === '/client.mjs' ? 'text/javascript' : 'text/html')
      response.end(path === '/client.mjs' ? code : '<!doctype html>')
    }
    await using server = await startServer({ CORS_ORIGINS: origin })
    const actor = server.actor()
    const text = '{"type":"CLIENT_CREATED"}'
    const secret = newSecret()
    const webhook = { text, secret, headers: signedHeaders('msg_1', text, new Date(), [secret]) }
    await using window = await visit(origin)
    const given = { path: '/client.mjs', url: server.url, token: actor.token, body: clientBody(), webhook }
    const result = window.page.evaluate(async ({ path, url, token, body, webhook }) => {
      const client: typeof Client = await import(path)
      const gateway = client.connect({ url, token })
      const { data } = await gateway.call('createClient', { body: body as never, idempotencyKey: 'of the page' })
      const { isReplay } = await gateway.call('createClient', { body: body as never, idempotencyKey: 'of the page' })
      const found = await gateway.call('client', { path: { id: data.id } })
      const unchanged = await gateway.callIfChanged('client', found.etag ?? '', { path: { id: data.id } })
      await gateway.call('updateClient', {
        path: { id: data.id },
        body: { name: 'Changed' },
        ifMatch: found.etag ?? '',
      })
      const missing: Client.GatewayError = await gateway.call('client', { path: { id: crypto.randomUUID() } }).then(
        () => undefined as never,
        (error) => error,
      )
      const names: string[] = []
      for await (const { name } of gateway.pages('clients')) names.push(name)
      const verified = await client.verifyWebhook(webhook.text, webhook.headers, { secrets: webhook.secret })
      const counts: number[] = []
      for await (const { data } of gateway.stream('dashboard')) {
        const { clients } = data as { clients: number }
        counts.push(clients)
        document.title = `counted ${clients}`
        if (clients > 1) break
      }
      const isMissing = missing instanceof client.NotFoundError && typeof missing.requestId === 'string'
      return { isReplay, isUnchanged: unchanged === undefined, isMissing, names, verified, last: counts.at(-1) }
    }, given)
    const isCounted = until('the first event', async () => (await window.page.title()) === 'counted 1')
    await Promise.race([isCounted, result])
    await aClient(actor)
    expect(await result).toEqual({
      isReplay: true,
      isUnchanged: true,
      isMissing: true,
      names: ['Changed'],
      verified: { type: 'CLIENT_CREATED' },
      last: 2,
    })
  })
