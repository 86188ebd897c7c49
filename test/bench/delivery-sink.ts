import { SMTPServer } from 'smtp-server'

/*
 * A mail server in a process of its own, which accepts everything and keeps nothing but times. Asked by the name of a
 * domain, it reports what it received for it since the last report.
 */

/** Messages to one domain. Times are milliseconds of the machine's clock. */
interface Taken {
  count: number
  first: number
  last: number
}

/** What the mail server received since the last report, and messages to somebody who had one before since its start. */
export type Report = Taken & { twice: number }

const NONE: Taken = { count: 0, first: 0, last: 0 }
const domains = new Map<string, Taken>()
const known = new Set<string>()
let twice = 0

/** The bare pool sends to this domain, each time to the same people. */
const REPEATED = 'floor.example'

function note(to: string): void {
  const domain = to.slice(to.indexOf('@') + 1)
  const at = Date.now()
  const taken = domains.get(domain) ?? { ...NONE, first: at }
  domains.set(domain, { ...taken, count: taken.count + 1, last: at })
  if (domain === REPEATED) return
  if (known.has(to)) twice++
  known.add(to)
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, { envelope }, callback) {
    stream.resume().once('end', () => {
      note(envelope.rcptTo[0]?.address ?? '')
      callback()
    })
  },
})
server.on('error', () => {})
server.listen(Number(process.env.PORT), '127.0.0.1')

process.on('message', (domain: string) => {
  const report: Report = { ...(domains.get(domain) ?? NONE), twice }
  domains.delete(domain)
  process.send?.(report)
})
