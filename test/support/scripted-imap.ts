import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from './certificate.ts'

/** The steps at which an IMAP server can fail. `sizes` and `mail` are the two kinds of FETCH. */
export const IMAP_STEPS = ['connect', 'CAPABILITY', 'LOGIN', 'SELECT', 'sizes', 'mail', 'MOVE'] as const
export type ImapStep = (typeof IMAP_STEPS)[number]

/** What the server does at a step: no answer, the end of the connection, a refusal, or lines. `TAG` is replaced. */
type Act = 'silence' | 'cut' | 'no' | (string & {})

/** An IMAP server on loopback, with one mail, that follows a script. */
export interface ScriptedImap extends AsyncDisposable {
  url: string
  /** The commands that clients sent, without their tags. */
  commands: string[]
}

/** Without a certificate, the server offers no TLS. */
export async function startScriptedImap(
  certificate: Certificate | undefined,
  mail: Buffer,
  script: Partial<Record<ImapStep, Act>>,
): Promise<ScriptedImap> {
  const sockets = new Set<Socket>()
  const usual: Record<ImapStep, string> = {
    connect: '* OK ready\r\n',
    CAPABILITY: '* CAPABILITY IMAP4rev1 MOVE\r\nTAG OK done\r\n',
    LOGIN: 'TAG OK done\r\n',
    SELECT: '* 1 EXISTS\r\n* OK [UIDVALIDITY 7]\r\n* OK [UIDNEXT 2]\r\nTAG OK [READ-WRITE] done\r\n',
    sizes: `* 1 FETCH (UID 1 RFC822.SIZE ${mail.length})\r\nTAG OK done\r\n`,
    mail: `* 1 FETCH (UID 1 BODY[]<0> {${mail.length}}\r\n${mail.toString('latin1')})\r\nTAG OK done\r\n`,
    MOVE: '* 1 EXPUNGE\r\nTAG OK done\r\n',
  }
  const stepOf = (command: string): ImapStep | undefined => {
    if (/^(UID )?FETCH/i.test(command)) return /BODY/i.test(command) ? 'mail' : 'sizes'
    if (/^UID MOVE/i.test(command)) return 'MOVE'
    return IMAP_STEPS.find((step) => command.toUpperCase().startsWith(step.toUpperCase()))
  }
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    const act = (step: ImapStep, tag = '*') => {
      const what = script[step] ?? usual[step]
      if (what === 'cut') socket.destroy()
      else if (what === 'no') socket.write(`${tag} NO [ALERT] not now\r\n`)
      else if (what !== 'silence') socket.write(what.replaceAll('TAG', tag), 'latin1')
    }
    let rest = ''
    act('connect')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
        imap.commands.push(command)
        const step = stepOf(command)
        if (step) act(step, tag)
        else if (command === 'LOGOUT') socket.end(`* BYE\r\n${tag} OK done\r\n`)
        else socket.write(`${tag} OK done\r\n`)
      }
    })
  }
  const server = certificate
    ? createTlsServer({ key: certificate.key, cert: certificate.cert }, serve)
    : createServer(serve)
  // A client that closes during the handshake is not an error of the test.
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const imap: ScriptedImap = {
    url: `${certificate ? 'imaps' : 'imap'}://reports:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands: [],
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return imap
}
