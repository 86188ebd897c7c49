import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'
import PDFDocument from 'pdfkit'

/*
 * Runs in a worker thread (`pdf.ts`): a page of text takes a twentieth of a second, and a long document several seconds.
 */

/** Noto Sans has the letters of all official languages of South Africa. The standard fonts of PDF lack some of them. */
const FONT = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))
const BOLD = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'))

const STYLES = {
  TITLE: { tag: 'H1', font: BOLD, size: 14, align: 'center', gap: 4 },
  SUBTITLE: { tag: 'P', font: FONT, size: 9, align: 'center', gap: 2 },
  HEADING: { tag: 'H2', font: BOLD, size: 11, align: 'left', gap: 4 },
  TEXT: { tag: 'P', font: FONT, size: 9, align: 'left', gap: 4 },
} as const

/** A part of a document. ROWS are the rows of a table, each with a heading and a value. */
export type Part =
  | readonly [kind: keyof typeof STYLES, text: string]
  | readonly [kind: 'ROWS', rows: readonly (readonly [heading: string, value: string])[]]

export interface Content {
  title: string
  /** Language of the text, for example en-ZA. */
  language: string
  parts: readonly Part[]
  attachment?: { name: string; type: string; description: string; content: string }
}

/** The options of an accessible document. The types of the library do not know the subset. */
const ACCESSIBLE = {
  size: 'A4',
  subset: 'PDF/UA',
  pdfVersion: '1.7',
  tagged: true,
  displayTitle: true,
} as object as PDFKit.PDFDocumentOptions

/** Replaces each character that the font lacks by its code, so that the reader sees that it was there. */
const printable = (font: Font, text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replace(/\p{Default_Ignorable_Code_Point}|\r/gu, '')
    .replace(/[^\n]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0
      return font.hasGlyphForCodePoint(code) ? character : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
    })

/** Draws a document. A character without a glyph is written as its code, for example [U+1F389]. */
export async function drawPdf({ title, language, parts, attachment }: Content): Promise<string> {
  const document = new PDFDocument({ ...ACCESSIBLE, lang: language, info: { Title: title } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', resolve))
  const font = openSync(FONT) as Font
  const root = document.struct('Document')
  document.addStructure(root)
  for (const part of parts) draw(document, root, part, (text) => printable(font, text))
  root.end()
  if (attachment) {
    const { content, ...options } = attachment
    document.file(Buffer.from(content), options)
  }
  document.end()
  await ended
  return Buffer.concat(chunks).toString('base64')
}

function draw(
  document: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  [kind, content]: Part,
  write: (text: string) => string,
): void {
  const { tag, font, size, align, gap } = STYLES[kind === 'ROWS' ? 'TEXT' : kind]
  document.font(font).fontSize(size)
  if (kind === 'HEADING') document.moveDown()
  if (kind === 'ROWS') {
    const data = content.map(([heading, value]) => [{ type: 'TH', scope: 'Row', text: write(heading) }, write(value)])
    const options = { structParent: root, data, defaultStyle: { border: 0, padding: 2 } }
    document.table(options as PDFKit.Mixins.TableOptionsWithData)
  } else root.add(document.struct(tag, {}, () => document.text(write(content), { align, paragraphGap: gap })))
}
