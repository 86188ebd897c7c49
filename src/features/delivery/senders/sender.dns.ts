import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type Cause, causeText } from '../../../common/texts.ts'
import type { DnsFound, DnsRecord, Sender } from './sender.entity.ts'

/*
 * The DNS records of a sender: the expected records, and the records that a look-up finds. SPF, DKIM and DMARC are
 * required, because large mailbox providers refuse bulk mail without them. The MX record is optional, but without it
 * bounces are lost.
 */

export type Expected = Pick<DnsRecord, 'name' | 'type' | 'value' | 'isRequired'>
type Found = DnsFound[string]

/** The result of a look-up. Without a cause, the record is valid. */
const result = (found: string | null, cause: Cause | null): Found => ({
  found,
  problem: cause && causeText(cause),
  cause,
})

/** The fields of a sender that determine its records. */
export type Facts = Pick<Sender, 'address' | 'dkimSelector' | 'dkimPublicKey' | 'transport'>

/** The domain of an address in DNS form. */
export function domainOf(address: string): string {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domainToASCII(host) || host
}

/**
 * The SPF term of a mail server. Without a mail server, the term permits the servers that receive mail for the domain.
 */
function spfTerm(host: string | undefined): string {
  if (!host) return 'mx'
  const version = isIP(host)
  return version ? `ip${version}:${host}` : `a:${host}`
}

/** The records that a sender must publish. `serviceHost` is the mail server for senders that have none of their own. */
export function expectedRecords(sender: Facts, serviceHost: string | undefined): Expected[] {
  const domain = domainOf(sender.address)
  const txt = { type: 'TXT', isRequired: true }
  return [
    { ...txt, name: domain, value: `v=spf1 ${spfTerm(sender.transport?.host ?? serviceHost)} ~all` },
    {
      ...txt,
      name: `${sender.dkimSelector}._domainkey.${domain}`,
      value: `v=DKIM1; k=rsa; p=${sender.dkimPublicKey}`,
    },
    { ...txt, name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
    { type: 'MX', isRequired: false, name: domain, value: `10 ${domain}` },
  ]
}

const keyOf = ({ name, type }: Expected) => `${type} ${name}`

/** The records of a sender with the results of the last check. */
export const recordsOf = (sender: Facts & Pick<Sender, 'dnsFound'>, serviceHost: string | undefined): DnsRecord[] =>
  expectedRecords(sender, serviceHost).map((record) => {
    const { found, problem, cause = null } = sender.dnsFound?.[keyOf(record)] ?? result(null, { code: 'DNS_UNCHECKED' })
    return { ...record, found, problem, cause, ok: problem === null }
  })

/** The tags of a record such as `v=DKIM1; p=…`. */
const tagsOf = (text: string): Map<string, string> =>
  new Map(
    text.split(';').flatMap((part) => {
      const [name = '', ...value] = part.split('=')
      return name.trim() ? [[name.trim().toLowerCase(), value.join('=').replace(/\s/g, '')] as const] : []
    }),
  )

/** The only record with this prefix, or the problem if there is not exactly one. */
function only(texts: readonly string[], prefix: string, record: string): { text: string } | Found {
  const own = texts.filter((text) => text.toLowerCase().replace(/\s/g, '').startsWith(prefix))
  const [text] = own
  if (text === undefined) return result(texts[0] ?? null, { code: 'DNS_MISSING', record })
  if (own.length > 1) return result(own.join('\n'), { code: 'DNS_REPEATED', number: own.length, record })
  return { text }
}

function judgeSpf(texts: readonly string[], value: string): Found {
  const one = only(texts, 'v=spf1', 'SPF')
  if (!('text' in one)) return one
  const terms = one.text.toLowerCase().split(/\s+/)
  const wanted = value.split(' ')[1] ?? ''
  const isNamed = terms.some((term) => term.replace(/^\+/, '') === wanted.toLowerCase())
  // Mail providers publish the addresses of their servers in a record that this one includes.
  const isDelegated = terms.some((term) => /^\+?include:|^redirect=/.test(term))
  return result(one.text, isNamed || isDelegated ? null : { code: 'DNS_SPF_HOST', wanted })
}

function judgeDkim(texts: readonly string[], value: string): Found {
  const found = texts[0] ?? null
  const keys = texts.map((text) => tagsOf(text).get('p'))
  if (found === null) return result(null, { code: 'DNS_MISSING', record: 'DKIM' })
  const isRight = keys.length === 1 && keys[0] === tagsOf(value).get('p')
  return result(found, isRight ? null : { code: 'DNS_DKIM_KEY' })
}

function judgeDmarc(texts: readonly string[]): Found {
  const one = only(texts, 'v=dmarc1', 'DMARC')
  if (!('text' in one)) return one
  const policy = tagsOf(one.text).get('p')?.toLowerCase() ?? ''
  const isPolicy = ['none', 'quarantine', 'reject'].includes(policy)
  return result(one.text, isPolicy ? null : { code: 'DNS_DMARC_POLICY' })
}

const UNANSWERED = result(null, { code: 'DNS_UNANSWERED' })
const NOT_THERE = ['ENOTFOUND', 'ENODATA']

/** The results of a look-up; empty if the name or the record does not exist. @throws Error if no name server answers */
async function lookUp<T>(answers: Promise<T[]>): Promise<T[]> {
  try {
    return await answers
  } catch (error) {
    if (NOT_THERE.includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** Looks up names at the configured resolvers, or at the resolvers of the operating system. */
export class Dns {
  readonly #resolver = new Resolver({ timeout: 2000, tries: 2 })

  constructor(servers: readonly string[]) {
    if (servers.length > 0) this.#resolver.setServers([...servers])
  }

  async #texts(name: string): Promise<string[]> {
    const texts = (await lookUp(this.#resolver.resolveTxt(name))).map((parts) => parts.join(''))
    // A name server may send a record twice, but a DNS record set has no duplicates.
    return [...new Set(texts)]
  }

  /** A DMARC policy of the organization's domain applies to its subdomains too. */
  async #policies(name: string): Promise<string[]> {
    const texts = await this.#texts(name)
    const parent = name.replace(/^_dmarc\.[^.]+\./, '_dmarc.')
    return texts.length > 0 || parent.split('.').length < 3 ? texts : this.#policies(parent)
  }

  async #find({ name, type, value }: Expected): Promise<Found> {
    if (type === 'MX') {
      const hosts = await lookUp(this.#resolver.resolveMx(name))
      const found = hosts.map(({ priority, exchange }) => `${priority} ${exchange}`).join('\n') || null
      return result(found, found ? null : { code: 'DNS_NO_MX' })
    }
    if (name.startsWith('_dmarc.')) return judgeDmarc(await this.#policies(name))
    return (value.startsWith('v=spf1') ? judgeSpf : judgeDkim)(await this.#texts(name), value)
  }

  /**
   * Looks up all records at the same time. A name server that does not answer is reported as a problem of the record.
   */
  async check(records: readonly Expected[]): Promise<DnsFound> {
    const found = await Promise.all(records.map((record) => this.#find(record).catch(() => UNANSWERED)))
    return Object.fromEntries(records.map((record, index) => [keyOf(record), found[index] as Found]))
  }
}

/** Whether a required record could not be looked up. */
export const isUnanswered = (records: readonly DnsRecord[]): boolean =>
  records.some(({ problem, isRequired }) => isRequired && problem === UNANSWERED.problem)

/** The required records that are not valid. */
export const brokenIn = (records: readonly DnsRecord[]): DnsRecord[] =>
  records.filter(({ ok, isRequired }) => isRequired && !ok)
