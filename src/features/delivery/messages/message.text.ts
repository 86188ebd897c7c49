import { compile } from 'html-to-text'

/** Whether a text contains markup. Content may also be plain text. */
export const isHtml = (text: string): boolean => /<[a-z!/]/i.test(text)

/** The text of HTML, for mail programs that do not display HTML. */
export const textOf: (html: string) => string = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})
