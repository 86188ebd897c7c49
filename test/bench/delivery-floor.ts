import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'

/*
 * The lower bound of sending: nodemailer's pool with as many connections as the gateway has for one sender, and signed
 * messages of the same form. There is no database, no gate and no result to store.
 */

/** What to send, and where. */
export interface Order {
  port: number
  count: number
  connections: number
}

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const FOOTER = 'Sent by Karoo Foods<br>1 Long Street, Cape Town, 8001<br>Telephone: +27 21 555 0100'

function mail(body: string) {
  const id = randomUUID()
  const link = `https://campaigns.example.org/u/${id}${id}${id}`
  return {
    from: { name: 'Karoo Foods', address: 'news@floor.example' },
    to: `${id}@floor.example`,
    subject: 'Fresh from the Karoo',
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${body}<hr><p>${FOOTER}<br><a href="${link}">Unsubscribe</a></p></body></html>`,
    text: `${body}\n\n${FOOTER}\n${link}\n`,
    messageId: `<${id}@floor.example>`,
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${link}>` },
      'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
      Precedence: 'bulk',
    },
    textEncoding: 'quoted-printable' as const,
    dkim: { domainName: 'floor.example', keySelector: 'gw', privateKey },
  }
}

async function send({ port, count, connections }: Order): Promise<number> {
  const pool = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections: connections, maxMessages: 1000 })
  const started = performance.now()
  let left = count
  const lane = async () => {
    while (left-- > 0) await pool.sendMail(mail('<p>Hello from the farm.</p>'))
  }
  await Promise.all(Array.from({ length: connections }, lane))
  const seconds = (performance.now() - started) / 1000
  pool.close()
  return count / seconds
}

process.on('message', (order: Order) => {
  send(order).then(
    (perSecond) => process.send?.(perSecond),
    (error: unknown) => {
      process.stderr.write(`${error}\n`)
      process.exit(1)
    },
  )
})
