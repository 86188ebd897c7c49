import { ReportKind } from './report.ts'

/*
 * Decides whether a returned message is a hard bounce. It is a hard bounce only if the mailbox or the domain does not
 * exist or was closed. A hard bounce suppresses the address. A full mailbox, a refused sender or refused content may be
 * different for the next message.
 */

/** Enhanced codes (RFC 3463) of addresses that do not exist, moved or were disabled. */
const HARD = /^5\.(?:1\.(?:0|1|2|3|4|6|10)|2\.1|4\.4)$/
/** Enhanced codes that say nothing about the address. */
const VAGUE = /^[45]\.(?:0\.\d+|1\.0|3\.0|4\.[014]|5\.\d+|7\.1)$/

const GONE = new RegExp(
  [
    String.raw`\b(?:user|recipient|mailbox|account|address|alias|inbox)\b[^.;]{0,60}\b(?:unknown|not found|does ?n.?o?t exist|not exist|disabled|deactivated|inactive|suspended|closed|terminated|no longer|not listed|invalid|unrouteable)`,
    String.raw`\b(?:no such|unknown|invalid|unrouteable|nonexistent|non-existent|bad destination) (?:local )?(?:user|recipient|mailbox|account|address|person|domain|email)`,
    String.raw`\bno mailbox here\b`,
    String.raw`\bthis user doesn.t have\b`,
    String.raw`\b(?:host|domain)\b[^.;]{0,40}\b(?:unknown|not found|does not exist)`,
    String.raw`\bno such (?:host|domain)\b`,
    String.raw`\bRecipNotFound\b`,
    String.raw`\brecipient address rejected: access denied`,
    String.raw`\brequested action not taken: mailbox unavailable`,
    String.raw`\bnull mx\b`,
    String.raw`\bnot our customer\b`,
  ].join('|'),
  'i',
)
/**
 * Temporary reasons, and reasons that are about the sender or the content. They take precedence over the words above.
 */
const PASSING = new RegExp(
  [
    String.raw`\b(?:over ?quota|quota|mailbox (?:is )?full|out of storage|storage|insufficient)\b`,
    String.raw`\b(?:spam|blocked|block ?list|blacklist|spamhaus|policy|reputation|spf|dkim|dmarc|banned|unsolicited|virus|content rejected)\b`,
    String.raw`\b(?:too (?:large|big|many)|rate limit|timed? ?out|connection refused|temporar|greylist|try again|relay)`,
  ].join('|'),
  'i',
)

const CODE = /\b([245]\.\d{1,3}\.\d{1,3})\b/

/** The code of a diagnosis is more exact than a status that says nothing about the address. */
function codeOf(status: string, diagnostic: string): string {
  const inText = CODE.exec(diagnostic)?.[1]
  return inText && (status === '' || VAGUE.test(status)) ? inText : status
}

/** The kind of a bounce by its enhanced code and the answer of the mail server. */
export function classify(status: string, diagnostic: string): ReportKind {
  const code = codeOf(status, diagnostic)
  if (code.startsWith('4.')) return ReportKind.SOFT_BOUNCE
  if (PASSING.test(diagnostic)) return ReportKind.SOFT_BOUNCE
  if (HARD.test(code)) return ReportKind.HARD_BOUNCE
  const isVague = code === '' || VAGUE.test(code)
  return isVague && GONE.test(diagnostic) ? ReportKind.HARD_BOUNCE : ReportKind.SOFT_BOUNCE
}

/** The answer of a mail server in a text for people; undefined if the text has none. */
export function classifyText(text: string): { kind: ReportKind; reason: string } | undefined {
  const flat = text.replace(/\s+/g, ' ')
  const answer = /(?:\b[45]\d\d[ -]|\b[45]\.\d{1,3}\.\d{1,3}\b).{0,300}/.exec(flat)?.[0]
  const gone = GONE.exec(flat)?.[0] ?? PASSING.exec(flat)?.[0]
  if (!answer && !gone) return undefined
  const isTransient = answer !== undefined && /^4/.test(answer)
  const kind = isTransient ? ReportKind.SOFT_BOUNCE : classify(CODE.exec(answer ?? '')?.[1] ?? '', answer ?? flat)
  return { kind, reason: answer ?? gone ?? '' }
}
