import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

const pack = promisify(gzip)

/** Reads what is to be sent under a name; nothing where it is not there, or would not become smaller. */
type Read = (name: string) => Promise<string | Buffer | undefined>

/**
 * Sends what stays the same while the gateway runs to whoever takes gzip. It is compressed once, when it is first asked for;
 * who takes none, and what is not there, is for the next handler. Answers of the API are made for one reader each: to
 * compress them is left to the proxy, since this process has one thread for all of them.
 */
export function compressed(read: Read, headers: Record<string, string> = {}): RequestHandler {
  const packed = new Map<string, Buffer>()
  return async (request, response, next) => {
    response.vary('Accept-Encoding')
    if (request.acceptsEncodings('gzip', 'identity') !== 'gzip') return next()
    const name = basename(request.path)
    const content = packed.has(name) ? undefined : await read(name)
    if (content) packed.set(name, await pack(content))
    const body = packed.get(name)
    if (!body) return next()
    response
      .set({ ...headers, 'Content-Encoding': 'gzip' })
      .type(extname(name))
      .send(body)
  }
}

/** Texts of a folder; images are compressed already. */
export const textsIn =
  (folder: string): Read =>
  async (name) =>
    /\.(css|js|json|svg)$/.test(name) ? readFile(join(folder, name)).catch(() => undefined) : undefined
