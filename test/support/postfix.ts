import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The user and group `mail` of Debian. */
const MAIL_ID = 8

/** A mail server that takes mail for a domain. */
interface Route {
  domain: string
  port: number
}

/** The mail server Postfix on loopback, with a queue and mailboxes of its own. */
export interface Postfix extends AsyncDisposable {
  /** The mails that were delivered here, as Postfix wrote them. */
  delivered(): Promise<Buffer[]>
  /** What Postfix logged. */
  log(): Promise<string>
}

/**
 * Starts the server. It delivers mail for `example.org` to its own mailboxes, and passes on that of `routes`. `refusals`
 * maps patterns of recipients to answers. Needs root.
 */
export async function startPostfix(
  port: number,
  { routes, refusals }: { routes: readonly Route[]; refusals: Record<string, string> },
): Promise<Postfix> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'postfix-'))
  const [queue, data, mail] = ['queue', 'data', 'mail'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  await chmod(folder.path, 0o755)
  for (const each of [queue, data, mail]) await mkdir(each)
  const postfix = (command: string) =>
    execFileSync('postfix', ['-c', folder.path, command], { stdio: ['ignore', 'ignore', 'pipe'] })
  const owner = Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' }))
  await chown(data, owner, owner)
  await chown(mail, MAIL_ID, MAIL_ID)
  const logFile = join(folder.path, 'log')
  const mains = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    daemon_directory: '/usr/lib/postfix/sbin',
    maillog_file: logFile,
    maillog_file_prefixes: tmpdir(),
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'mx.example.org',
    mydestination: '',
    mynetworks: '127.0.0.1',
    alias_maps: '',
    smtpd_tls_security_level: 'none',
    smtpd_client_connection_count_limit: '0',
    smtputf8_enable: 'yes',
    message_size_limit: '20000000',
    virtual_mailbox_limit: '0',
    smtpd_recipient_restrictions: `check_recipient_access regexp:${folder.path}/refusals, permit_mynetworks, reject`,
    virtual_mailbox_domains: 'example.org',
    virtual_mailbox_base: mail,
    virtual_mailbox_maps: 'static:inbox/',
    virtual_uid_maps: `static:${MAIL_ID}`,
    virtual_gid_maps: `static:${MAIL_ID}`,
    virtual_minimum_uid: '1',
    relay_domains: routes.map(({ domain }) => domain).join(', '),
    transport_maps: `inline:{ ${routes.map((route) => `{ ${route.domain} = smtp:[127.0.0.1]:${route.port} }`).join(', ')} }`,
    smtp_tls_security_level: 'none',
    disable_dns_lookups: 'yes',
  }
  await writeFile(
    join(folder.path, 'main.cf'),
    Object.entries(mains)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  )
  const refused = Object.entries(refusals).map(([pattern, answer]) => `/${pattern}/ ${answer}\n`)
  await writeFile(join(folder.path, 'refusals'), refused.join(''))
  await writeFile(join(folder.path, 'master.cf'), masterOf(port))
  postfix('start')
  const inbox = join(mail, 'inbox/new')
  return {
    async delivered() {
      const names = await readdir(inbox).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(inbox, name))))
    },
    log: () => readFile(logFile, 'utf8'),
    async [Symbol.asyncDispose]() {
      postfix('stop')
      await folder.remove()
    },
  }
}

/** The services of Postfix that a server with mailboxes needs. None runs in a chroot, which would need system files. */
const masterOf = (port: number) => `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`
