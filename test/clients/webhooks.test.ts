/** @database none */
import { describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookError } from '../../clients/typescript/src/index.ts'
import { newSecret, signedHeaders } from '../../src/features/webhooks/webhook.signature.ts'

const BODY = JSON.stringify({ type: 'CLIENT_CREATED', data: { name: 'Thandi’s café' } })
const [secret, other] = [newSecret(), newSecret()]
const now = new Date('2026-03-01T10:00:00Z')
const verify = (changes: Record<string, string>, body = BODY, secrets: string | string[] = secret) =>
  verifyWebhook(body, { ...signedHeaders('msg_1', BODY, now, [secret]), ...changes }, { secrets, now })

describe('a webhook is verified', () => {
  test('as the gateway signs it, and as the library of Standard Webhooks does', async () => {
    expect(await verify({})).toEqual(JSON.parse(BODY))
    const signature = new Webhook(secret).sign('msg_1', now, BODY)
    expect(await verify({ 'webhook-signature': signature })).toEqual(JSON.parse(BODY))
    const headers = new Headers(signedHeaders('msg_1', BODY, now, [secret]))
    expect(await verifyWebhook(BODY, headers, { secrets: [secret], now })).toEqual(JSON.parse(BODY))
  })

  test('while a secret is rotated: by any secret of either side', async () => {
    expect(await verify({}, BODY, [other, secret])).toEqual(JSON.parse(BODY))
    const both = signedHeaders('msg_1', BODY, now, [other, secret])
    expect(await verify(both)).toEqual(JSON.parse(BODY))
  })

  test.each<[string, Record<string, string>, string?, string?]>([
    ['another secret', {}, BODY, other],
    ['another body', {}, BODY.replace('CREATED', 'DELETED')],
    ['another id', { 'webhook-id': 'msg_2' }],
    ['another time', { 'webhook-timestamp': String(now.getTime() / 1000 + 1) }],
    ['a message of an hour ago', signedHeaders('msg_1', BODY, new Date(now.getTime() - 3_600_000), [secret])],
    ['a message of tomorrow', signedHeaders('msg_1', BODY, new Date(now.getTime() + 86_400_000), [secret])],
    ['no time', { 'webhook-timestamp': 'soon' }],
    ['no signature', { 'webhook-signature': '' }],
    ['a signature of another version', { 'webhook-signature': 'v1a,AAAA' }],
    ['a signature that is not base64', { 'webhook-signature': 'v1,%%%' }],
    ['an empty signature', { 'webhook-signature': 'v1,' }],
  ])('and refused with %s', async (_, headers, body = BODY, key = secret) => {
    await expect(verify(headers, body, key)).rejects.toBeInstanceOf(WebhookError)
  })
})
