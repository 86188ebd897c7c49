import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

const pack = promisify(gzip)

/** Reads the content of a name; undefined when there is none or compression would not make it smaller. */
type Read = (name: string) => Promise<string | Buffer | undefined>

/**
 * An ETag. A request that sends it in `If-None-Match` gets 304. It is weak, because it is the same for each encoding.
 */
export const validatorOf = (content: string | Buffer): string => `W/"${hash('sha256', content, 'base64url')}"`

/**
 * Sends content that does not change while the gateway runs, with an ETag, and with gzip when the client accepts it.
 * The content is compressed once, at the first request. A name without content goes to the next handler. Responses of
 * the API differ for each caller, so the proxy compresses them: this process has one thread for all callers.
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

/** Reads the text files of a folder. Images are already compressed. */
export const textsIn =
  (folder: string): Read =>
  async (name) =>
    /\.(css|js|mjs|json|svg)$/.test(name) ? readFile(join(folder, name)).catch(() => undefined) : undefined
