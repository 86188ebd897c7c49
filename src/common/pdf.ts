/** Options of a document that assistive technology can read (PDF/UA). The types of the library do not know the subset. */
export const ACCESSIBLE = {
  subset: 'PDF/UA',
  pdfVersion: '1.7',
  tagged: true,
  displayTitle: true,
} as object as PDFKit.PDFDocumentOptions

/** Creates a document. The library is loaded on first use, because loading it is too slow for the start. */
export async function pdfOf(
  title: string,
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ size: 'A4', info: { Title: title }, ...options })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', resolve))
  draw(document)
  document.end()
  await ended
  return Buffer.concat(chunks)
}
