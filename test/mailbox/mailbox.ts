import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Command, InvalidArgumentError } from 'commander'
import { startNameServer } from '../support/dns.ts'
import { type Received, startSink } from '../support/sink.ts'
import { lineOf, type Mail, readMail } from './mails.ts'
import { createPage } from './page.ts'
import { publish } from './records.ts'
import { sendBounce } from './reports.ts'

/* `npm run mailbox`: a mail server and a name server on loopback, for a gateway on the same machine. */

interface Options {
  bounce?: RegExp
  laterBounce?: RegExp
  smtpPort: number
  dnsPort: number
  pagePort: number
  reportPort: number
}

const MOST_MAILS = 1000

function pattern(text: string): RegExp {
  try {
    return new RegExp(text, 'i')
  } catch {
    throw new InvalidArgumentError('Expected a regular expression.')
  }
}

function port(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535) throw new InvalidArgumentError('Expected a port number.')
  return number
}

const program = new Command('mailbox')
  .description(
    'Receives the mails of a gateway on this machine, and shows them on a page. Nothing leaves the machine. It also ' +
      'answers DNS queries for the domains of senders, with the records that are published at /records of the page.',
  )
  .option('--bounce <pattern>', 'answer 550 (no such mailbox) to addresses that match this regular expression', pattern)
  .option('--later-bounce <pattern>', 'accept mail to addresses that match, and report a bounce afterwards', pattern)
  .option('--smtp-port <number>', 'port of the mail server; 0 takes a free one', port, 2525)
  .option('--dns-port <number>', 'port of the name server; 0 takes a free one', port, 5333)
  .option('--page-port <number>', 'port of the page; 0 takes a free one', port, 8025)
  .option('--report-port <number>', 'REPORT_SMTP_PORT of the gateway, which takes bounces', port, 2526)
  .addHelpText('after', "\nExample:\n  npm run mailbox -- --bounce '^gone' --later-bounce '^moved'")

const options: Options = program.parse().opts()
const mails = new Map<number, Mail>()
let count = 0

const say = (line: string) => process.stdout.write(`${line}\n`)

async function bounceLater(mail: Mail): Promise<void> {
  try {
    await sendBounce(mail, options.reportPort)
    say(`          a bounce for ${mail.to} was reported`)
  } catch (error) {
    say(`          the bounce for ${mail.to} could not be reported to port ${options.reportPort}: ${error}`)
  }
}

async function receive(message: Received): Promise<void> {
  const mail = await readMail(message, ++count)
  mails.set(mail.id, mail)
  mails.delete(mail.id - MOST_MAILS)
  say(lineOf(mail, `${url}/mails/${mail.id}`))
  if (options.laterBounce?.test(mail.to)) await bounceLater(mail)
}

function refuse(address: string) {
  if (!options.bounce?.test(address)) return undefined
  say(`          ${address} was refused: 550 5.1.1 No such mailbox`)
  return { code: 550, text: '5.1.1 No such mailbox' }
}

const names = await startNameServer(options.dnsPort)
const sink = await startSink(
  {
    to: refuse,
    received: (message) => {
      sink.messages.length = 0
      receive(message).catch((error) => say(`          a mail could not be read: ${error}`))
    },
  },
  { disableReverseLookup: true },
  options.smtpPort,
)
const page = createPage(mails, (text) => {
  const added = publish(names, text)
  return added.map(({ name, type }) => `published ${type} ${name}\n`).join('')
}).listen(options.pagePort, '127.0.0.1')
await once(page, 'listening')
const url = `http://localhost:${(page.address() as AddressInfo).port}`

say(`
  Mailbox  ${url}/

  Start the gateway in another terminal:

DNS_SERVERS=${names.address} SMTP_URL=${sink.url} REPORT_SMTP_PORT=${options.reportPort} npm start

  To publish the DNS records of a sender, send the answer of createSender:

curl -s ${url}/records --data-binary @sender.json
`)
