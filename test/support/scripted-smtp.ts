import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The steps at which a mail server can fail. `body` follows the message. */
export const STEPS = ['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'body'] as const
export type Step = (typeof STEPS)[number]

/** What the server does at a step: an answer, no answer, or the end of the connection. */
export type Act = `${number} ${string}` | 'silence' | 'cut'

const USUAL: Record<Step, Act> = {
  connect: '220 ready',
  EHLO: '250 ok',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  body: '250 ok',
}

/** A mail server on loopback that follows a script. */
export interface ScriptedSmtp extends AsyncDisposable {
  port: number
  /** The lines that clients sent, without those of messages. */
  commands: string[]
  /** The messages that were sent completely, whatever the answer was. */
  messages: string[]
  /** May change between connections. */
  script: Partial<Record<Step, Act>>
}

/** Starts a server. `capabilities` are lines of its answer to EHLO. */
export async function startScriptedSmtp(
  script: Partial<Record<Step, Act>> = {},
  capabilities: readonly string[] = [],
): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    serve(socket)
  })

  function serve(socket: Socket): void {
    let message: string | undefined
    let rest = ''
    const act = (step: Step) => {
      const what = smtp.script[step] ?? USUAL[step]
      if (what === 'cut') socket.destroy()
      else if (step === 'EHLO' && what === USUAL.EHLO)
        socket.write(
          ['host', ...capabilities].map((line, at) => `250${at < capabilities.length ? '-' : ' '}${line}\r\n`).join(''),
        )
      else if (what !== 'silence') socket.write(`${what}\r\n`)
      if (step === 'DATA' && what === USUAL.DATA) message = ''
      if (typeof what === 'string' && what.startsWith('421')) socket.end()
    }
    const take = (line: string) => {
      if (message !== undefined) {
        if (line !== '.') {
          message += `${line}\n`
          return
        }
        smtp.messages.push(message)
        message = undefined
        return act('body')
      }
      smtp.commands.push(Buffer.from(line, 'latin1').toString())
      const verb = line.split(' ')[0]?.toUpperCase() ?? ''
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      if (verb === 'RSET' || verb === 'NOOP') return void socket.write('250 ok\r\n')
      const step = STEPS.find((each) => each === verb)
      if (step) act(step)
      else socket.write('502 5.5.1 Not known\r\n')
    }
    act('connect')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const smtp: ScriptedSmtp = {
    port: (server.address() as AddressInfo).port,
    commands: [],
    messages: [],
    script,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return smtp
}
