import { escapeHtml } from '../../../common/html.ts'
import type { Sender } from '../senders/sender.entity.ts'

/*
 * The footer that the law requires: the name of the sender, a physical and an electronic address, a telephone number,
 * and how to opt out (Consumer Protection Act, regulations on direct marketing; POPIA section 69(4)).
 */

const ENGLISH = { sentBy: 'Sent by', telephone: 'Telephone', email: 'E-mail', unsubscribe: 'Unsubscribe' }
type Words = typeof ENGLISH

const WORDS: Readonly<Record<string, Words>> = {
  af: { sentBy: 'Gestuur deur', telephone: 'Telefoon', email: 'E-pos', unsubscribe: 'Teken uit' },
  zu: { sentBy: 'Kuthunyelwe ngu', telephone: 'Ucingo', email: 'I-imeyili', unsubscribe: 'Yeka ukuthola imiyalezo' },
}

/** The texts of a language, or the English texts if there are none. */
const wordsIn = (language: string) => WORDS[language] ?? ENGLISH

/** The fields of a sender that its messages show. */
export type VisibleSender = Pick<Sender, 'id' | 'name' | 'address' | 'replyTo' | 'physicalAddress' | 'telephone'>

function lines({ name, address, replyTo, physicalAddress, telephone }: VisibleSender, words: Words): string[] {
  return [
    `${words.sentBy} ${name}`,
    physicalAddress,
    `${words.telephone}: ${telephone}`,
    `${words.email}: ${replyTo ?? address}`,
  ]
}

/** The footer as HTML. `link` is the URL of the unsubscribe page. */
export function footerHtml(sender: VisibleSender, language: string, link: string): string {
  const words = wordsIn(language)
  const text = lines(sender, words)
    .map((line) => escapeHtml(line).replace(/\r?\n/g, '<br>'))
    .join('<br>')
  return (
    '<hr style="border:0;border-top:1px solid #ccc;margin:24px 0 12px">' +
    `<p lang="${language}" style="font:12px/1.5 sans-serif;color:#555">${text}<br>` +
    `<a href="${escapeHtml(link)}" style="color:#555">${words.unsubscribe}</a></p>`
  )
}

export function footerText(sender: VisibleSender, language: string, link: string): string {
  const words = wordsIn(language)
  return ['-- ', ...lines(sender, words), `${words.unsubscribe}: ${link}`].join('\n')
}
