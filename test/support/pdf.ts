import { inflateSync } from 'node:zlib'

/** What a PDF that assistive technology can read has at least. */
export const ACCESSIBLE = ['/StructTreeRoot', '/Marked true', '/Lang (', '/DisplayDocTitle true', 'pdfuaid:part']

/** The streams of a PDF that are text; fonts are left out. The length of each is read, because its bytes may end in a newline. */
export function streamsOf(bytes: Buffer): string[] {
  const starts = bytes.toString('latin1').matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)
  return [...starts].flatMap(({ 0: head, 1: length, index }) => {
    const start = index + head.length
    try {
      return [inflateSync(bytes.subarray(start, start + Number(length))).toString('latin1')]
    } catch {
      return []
    }
  })
}

/** The letters of an embedded font, by glyph number. */
function lettersOf(map: string): string[] {
  const [, list = ''] = /beginbfrange\n<\w+> <\w+> \[(.*?)\]/s.exec(map) ?? []
  return [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
  )
}

/** The text of a PDF with embedded fonts, as a reader would select it. */
export function textOf(bytes: Buffer): string {
  const streams = streamsOf(bytes)
  const page = bytes.toString('latin1')
  const maps = streams.filter((each) => each.includes('beginbfrange')).map(lettersOf)
  const names = [...new Set([...page.matchAll(/\/(F\d+) \d+ 0 R/g)].map(([, name]) => name))]
  let letters: string[] = []
  let text = ''
  for (const [, font, shown] of streams.join('\n').matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font) letters = maps[names.indexOf(font)] ?? []
    for (const [, run = ''] of (shown ?? '').matchAll(/<([0-9a-f]+)>/g))
      for (const glyph of run.match(/.{4}/g) ?? []) text += letters[Number.parseInt(glyph, 16)] ?? '\ufffd'
  }
  return text
}
