import { pdfOf } from '../../../common/pdf.ts'
import type { Part } from '../../../common/pdf.worker.ts'
import type { Threads } from '../../../common/threads.ts'

/** A filled form of the regulations: sections of lines, each with a question and an answer. */
export interface FilledForm {
  number: number
  title: string
  section: string
  regulation: number
  parts: { heading: string; lines: readonly (readonly [label: string, value: string | null])[] }[]
}

const BLANK = '____________________________'
const REGULATIONS = 'Regulations relating to the Protection of Personal Information, 2018'

const partsOf = ({ number, title, section, regulation, parts }: FilledForm): Part[] => [
  ['TITLE', `FORM ${number}\n${title.toUpperCase()}`],
  ['SUBTITLE', section],
  ['SUBTITLE', `${REGULATIONS} [Regulation ${regulation}]`],
  ...parts.flatMap(({ heading, lines }, index): Part[] => [
    ['HEADING', `${String.fromCharCode(65 + index)}  ${heading}`],
    ...lines.map(([label, value]) => ['TEXT', `${label}: ${value || BLANK}`] as const),
  ]),
  ['TEXT', `\n\nSigned at ${BLANK} on ${BLANK}`],
  ['TEXT', `\n\n${BLANK}\nSignature`],
]

/** Draws a form as PDF, in base64. Unknown answers and the signature get blank space. */
export const drawForm = (threads: Threads, form: FilledForm): Promise<string> =>
  pdfOf(threads, { title: `Form ${form.number}: ${form.title}`, language: 'en-ZA', parts: partsOf(form) })
