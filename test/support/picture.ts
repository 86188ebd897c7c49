import { crc32 } from 'node:zlib'

/** The last chunk of every PNG file: no content. */
const END_BYTES = 12
const KEY = 'tEXtDescription\0'

/** A PNG file that says in its metadata what it shows, in ASCII. */
export function withDescription(png: Buffer, text: string): Buffer {
  const chunk = Buffer.alloc(4 + KEY.length + text.length + 4)
  chunk.writeUInt32BE(KEY.length - 4 + text.length)
  chunk.write(KEY + text, 4, 'latin1')
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return Buffer.concat([png.subarray(0, -END_BYTES), chunk, png.subarray(-END_BYTES)])
}

/** The text that `withDescription` put into a PNG file. */
export function descriptionOf(png: Buffer): string | undefined {
  const start = png.indexOf(KEY, 0, 'latin1')
  if (start < 0) return undefined
  return png.toString('latin1', start + KEY.length, start + 4 + png.readUInt32BE(start - 4))
}
