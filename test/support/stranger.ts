import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Actor, TestServer } from './server.ts'

const run = promisify(execFile)

interface Ended {
  code: number
  text: string
}

/** A third party, who has the verifier and files in a folder of their own, without other files of the gateway. */
export interface Stranger extends AsyncDisposable {
  /** Stores a file, and returns its path. */
  write(name: string, text: string): Promise<string>
  run(program: string, args: string[]): Promise<Ended>
  /** Verifies a file with the verifier that the gateway serves. */
  verify(file: string, key: string): Promise<Ended>
}

export async function startStranger(server: TestServer): Promise<Stranger> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'gateway-stranger-'))
  const write = async (name: string, text: string) => {
    const path = join(folder.path, name)
    await writeFile(path, text)
    return path
  }
  const ended = (program: string, args: string[]): Promise<Ended> =>
    run(program, args).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
    )
  const verifier = await write('verify.mjs', String((await server.fetch('/audit/verify.mjs')).body))
  return {
    write,
    run: ended,
    verify: (file, key) => ended(process.execPath, [verifier, file, '--key', key]),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

/** The public key of an organization, as a third party gets it earlier. */
export const publicKeyOf = async (actor: Actor): Promise<string> =>
  (await actor.rest('GET', '/api/audit/verify')).body.data.checkpoint.publicKey
