import { describe, expect, test } from '@jest/globals'
import { serviceOf } from '../../src/background/work.ts'
import type { Sender } from '../../src/features/delivery/senders/sender.entity.ts'
import { Transports } from '../../src/features/delivery/sending/sending.transports.ts'
import { senderInput } from '../support/delivery.ts'
import { type ScriptedSmtp, startScriptedSmtp } from '../support/scripted-smtp.ts'
import { startOwnServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

/*
 * A tenant names the mail server of a sender. It must not be a way into the network of the gateway. On a busy machine this
 * takes more than 20 s, because it starts a gateway of its own.
 */

let server: TestServer
let smtp: ScriptedSmtp
setUp(async (opened) => {
  server = opened.use(await startOwnServer())
  serviceOf(server.app, 'delivery').allowPrivate = false
  smtp = opened.use(await startScriptedSmtp())
})

describe('a mail server that is not on the public internet', () => {
  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fd00::1',
    'localhost',
    'mail.internal',
    'db',
  ])('is refused for a sender: %s', async (host) => {
    const { body } = await server
      .actor()
      .graphql('mutation ($input: SenderInput!) { createSender(input: $input) { id } }', {
        input: senderInput({ transport: { host, port: 2525 } }),
      })
    expect(body.errors).toMatchObject([
      { extensions: { code: 'VALIDATION_ERROR', details: { 'transport.host': 'must be on the public internet' } } },
    ])
  })

  // Names that a resolver answers with an address of this machine, as a name of the tenant's own zone can be.
  test.each(['localhost', '127.1', '2130706433', '0x7f000001', '127.0.0.1', '::ffff:127.0.0.1'])(
    'is not called, whatever is stored: %s',
    async (host) => {
      const transports = new Transports(serviceOf(server.app, 'delivery'), serviceOf(server.app, 'secrets'))
      const transport = { host, port: smtp.port, secure: false, user: null }
      const sender = { id: host, organizationId: 'o', updatedAt: new Date(), transport, sealedPassword: null } as Sender
      const mail = { from: 'news@karoo.example', to: 'n@example.org', text: 'Hello' }
      const attempt = await transports.send(sender, mail, async () => true)
      expect(attempt.failure?.message).toBe('The mail server is not on the public internet')
      await transports.close()
      expect(smtp.commands).toEqual([])
    },
  )
})
