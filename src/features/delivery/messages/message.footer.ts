import { escapeHtml } from '../../../common/html.ts'
import type { Sender } from '../senders/sender.entity.ts'

/*
 * The footer that the law requires: the name of the sender, a physical and an electronic address, a telephone number,
 * and how to opt out (Consumer Protection Act, regulations on direct marketing; POPIA section 69(4)).
 */

interface Words {
  sentBy: string
  telephone: string
  email: string
  unsubscribe: string
}

const WORDS = {
  en: { sentBy: 'Sent by', telephone: 'Telephone', email: 'E-mail', unsubscribe: 'Unsubscribe' },
  af: { sentBy: 'Gestuur deur', telephone: 'Telefoon', email: 'E-pos', unsubscribe: 'Teken uit' },
  zu: { sentBy: 'Kuthunyelwe ngu', telephone: 'Ucingo', email: 'I-imeyili', unsubscribe: 'Yeka ukuthola imiyalezo' },
} satisfies Record<string, Words>

/** The texts of a language, or the English texts if there are none. */
const wordsIn = (language: string): Words => (WORDS as Record<string, Words>)[language] ?? WORDS.en

type Named = Pick<Sender, 'name' | 'address' | 'replyTo' | 'physicalAddress' | 'telephone'>

function lines({ name, address, replyTo, physicalAddress, telephone }: Named, words: Words): string[] {
  return [
    `${words.sentBy} ${name}`,
    physicalAddress,
    `${words.telephone}: ${telephone}`,
    `${words.email}: ${replyTo ?? address}`,
  ]
}

/** The footer as HTML. `link` is the URL of the unsubscribe page. */
export function footerHtml(sender: Named, language: string, link: string): string {
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

export function footerText(sender: Named, language: string, link: string): string {
  const words = wordsIn(language)
  return ['-- ', ...lines(sender, words), `${words.unsubscribe}: ${link}`].join('\n')
}
