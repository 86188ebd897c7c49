import { fileURLToPath } from 'node:url'
import { pdfOf } from '../../../common/pdf.ts'

/** A filled form of the regulations: sections of lines, each with a question and an answer. */
export interface FilledForm {
  number: number
  title: string
  section: string
  regulation: number
  parts: { heading: string; lines: readonly (readonly [label: string, value: string | null])[] }[]
}

/** A font with the letters of all official languages of South Africa. The standard fonts of PDF lack some of them. */
const FONT = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))
const BOLD = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'))

const BLANK = '____________________________'
const REGULATIONS = 'Regulations relating to the Protection of Personal Information, 2018'

/** Draws a form. Unknown answers and the signature get blank space. */
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
