import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtempDisposable, readdir, rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from './certificate.ts'
import { freePort } from './redis.ts'
import { until } from './until.ts'

/** The user and group `mail` of Debian. */
const MAIL_ID = 8

/** The IMAP server Dovecot with one mailbox, on loopback. */
export interface Dovecot extends AsyncDisposable {
  /** The address with TLS, with a user name and a password. */
  url: string
  /** The port without TLS, which offers STARTTLS. */
  plainPort: number
  /** Puts mails into the inbox, in order. */
  deliver(...mails: (string | Uint8Array)[]): Promise<void>
  /** The number of mails in a folder. */
  count(folder: 'INBOX' | 'Processed'): Promise<number>
  /** Allows or forbids changes of the folder of the mails that were read. */
  allowMoves(isAllowed: boolean): Promise<void>
}

/** Starts the server. Needs root, because each mailbox is read by a process of another user. */
export async function startDovecot({ keyFile, certFile }: Certificate): Promise<Dovecot> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'dovecot-'))
  await chmod(folder.path, 0o755)
  const mailbox = join(folder.path, 'mailbox')
  const processed = join(mailbox, '.Processed')
  for (const each of [mailbox, ...['cur', 'new', 'tmp'].map((name) => join(mailbox, name))]) {
    await mkdir(each)
    await chown(each, MAIL_ID, MAIL_ID)
  }
  const [plainPort, port] = [await freePort(), await freePort()]
  const file = join(folder.path, 'dovecot.conf')
  await writeFile(
    file,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder.path}/run
state_dir = ${folder.path}/state
log_path = ${folder.path}/log
ssl = yes
ssl_cert = <${certFile}
ssl_key = <${keyFile}
disable_plaintext_auth = yes
mail_location = maildir:${mailbox}
first_valid_uid = 1
auth_failure_delay = 0
auth_mechanisms = plain login
passdb {
  driver = static
  args = user=reports password=p4ss@word
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${mailbox}
}
service imap-login {
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
`,
  )
  const child = spawn('dovecot', ['-F', '-c', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit')
  await until('dovecot to answer', async () => child.exitCode !== null || (await answers(port)))
  if (child.exitCode !== null) throw new Error(`dovecot ended with ${child.exitCode}: ${output}`)
  let delivered = 0
  return {
    url: `imaps://reports:p4ss%40word@127.0.0.1:${port}`,
    plainPort,
    async deliver(...mails) {
      for (const mail of mails) {
        const name = `${String(++delivered).padStart(6, '0')}.M.test`
        await writeFile(join(mailbox, 'tmp', name), mail)
        await chown(join(mailbox, 'tmp', name), MAIL_ID, MAIL_ID)
        await rename(join(mailbox, 'tmp', name), join(mailbox, 'new', name))
      }
    },
    async count(name) {
      const at = name === 'INBOX' ? mailbox : processed
      const found = await Promise.all(['cur', 'new'].map((each) => readdir(join(at, each)).catch(() => [])))
      return found.flat().length
    },
    async allowMoves(isAllowed) {
      for (const each of ['cur', 'new', 'tmp']) await chmod(join(processed, each), isAllowed ? 0o700 : 0o500)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      await folder.remove()
    },
  }
}

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
