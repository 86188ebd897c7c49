import { fileURLToPath } from 'node:url'
import { pdfOf } from '../../../common/pdf.ts'

/** A form of the regulations, filled in: parts of lines, each with what it asks for and the answer. */
export interface FilledForm {
  number: number
  title: string
  section: string
  regulation: number
  parts: { heading: string; lines: readonly (readonly [label: string, value: string | null])[] }[]
}

/** Letters of all official languages of South Africa, which the fonts of the PDF standard do not have. */
const FONT = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))
const BOLD = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'))

const BLANK = '____________________________'
const REGULATIONS = 'Regulations relating to the Protection of Personal Information, 2018'

/** Draws a form, with room for what is not known and for a signature. */
export const drawForm = (form: FilledForm): Promise<Buffer> =>
  pdfOf(`Form ${form.number}: ${form.title}`, (document) => {
    document.font(BOLD).fontSize(12).text(`FORM ${form.number}`, { align: 'center' })
    document.text(form.title.toUpperCase(), { align: 'center' })
    document.font(FONT).fontSize(9).text(form.section, { align: 'center' })
    document.text(`${REGULATIONS} [Regulation ${form.regulation}]`, { align: 'center' })
    for (const [index, { heading, lines }] of form.parts.entries()) {
      const letter = String.fromCharCode(65 + index)
      document.moveDown().font(BOLD).fontSize(10).text(`${letter}  ${heading}`).font(FONT).fontSize(9)
      for (const [label, value] of lines) document.moveDown(0.4).text(`${label}: ${value || BLANK}`)
    }
    document.moveDown(2).text(`Signed at ${BLANK} on ${BLANK}`)
    document.moveDown(2).text(`${BLANK}\nSignature`)
  })
