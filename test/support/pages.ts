/** The offset of the line pointers in a page, and the size of each, bytes. */
const HEADER = 24
const POINTER = 4

/** Whether a tuple on a page of a table or index contains the bytes. Space between tuples is ignored. */
function pageHas(page: Buffer, bytes: Buffer): boolean {
  const end = page.readUInt16LE(12)
  for (let at = HEADER; at < end; at += POINTER) {
    const pointer = page.readUInt32LE(at)
    const [offset, length] = [pointer & 0x7fff, pointer >>> 17]
    if (page.subarray(offset, offset + length).includes(bytes)) return true
  }
  return false
}

/** Whether a tuple in a file of PostgreSQL contains the text, including dead tuples. */
export function tuplesHave(file: Buffer, text: string): boolean {
  const bytes = Buffer.from(text)
  for (let at = 0; at < file.length; at += 8192) if (pageHas(file.subarray(at, at + 8192), bytes)) return true
  return false
}
