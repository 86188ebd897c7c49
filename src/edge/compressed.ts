import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

const pack = promisify(gzip)

/** Reads what is to be sent under a name; nothing where it is not there, or would not become smaller. */
type Read = (name: string) => Promise<string | Buffer | undefined>

/** A validator: whoever sends it back with `If-None-Match` gets 304. Weak, since it is the same whatever the encoding. */
export const validatorOf = (content: string | Buffer): string => `W/"${hash('sha256', content, 'base64url')}"`

/**
 * Sends what stays the same while the gateway runs, with a validator, and compressed to whoever takes gzip. It is
 * compressed once, when it is first asked for; what is not there is for the next handler. Answers of the API are made for
 * one reader each: to compress them is left to the proxy, since this process has one thread for all of them.
 */
export function unchanging(read: Read, headers: Record<string, string> = {}): RequestHandler {
  const kept = new Map<string, { validator: string; packed: Buffer }>()
  const keep = async (name: string, content: string | Buffer) => {
    const packed = { validator: validatorOf(content), packed: await pack(content) }
    kept.set(name, packed)
    return packed
  }
  return async (request, response, next) => {
    const name = basename(request.path)
    const takesPacked = request.acceptsEncodings('gzip', 'identity') === 'gzip'
    const known = kept.get(name)
    const content = known && takesPacked ? '' : await read(name)
    response.vary('Accept-Encoding')
    if (content === undefined) return next()
    const { validator, packed } = known ?? (await keep(name, content))
    response.set({ ...headers, ETag: validator }).type(extname(name) || 'html')
    if (takesPacked) response.set('Content-Encoding', 'gzip').send(packed)
    else response.send(content)
  }
}

/** Texts of a folder; images are compressed already. */
export const textsIn =
  (folder: string): Read =>
  async (name) =>
    /\.(css|js|mjs|json|svg)$/.test(name) ? readFile(join(folder, name)).catch(() => undefined) : undefined
