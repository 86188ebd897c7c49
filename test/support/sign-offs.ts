import { asked } from './answers.ts'
import type { Actor, Answer, Json, TestServer } from './server.ts'
import type { SmtpServer } from './smtp.ts'
import { until } from './until.ts'

export const FIELDS = `id campaignId contentId title version contentHash quorum approvals status approvedAt endedAt endReason endCause expiresAt
  reviewers { nodes { id name email language status handedOverTo emailStatus emailError verifiedAt decidedAt reason evidence } }
  comments { nodes { id reviewerId commentedContentId passage text } }`

export const REQUEST = `mutation ($input: SignOffInput!) { requestSignOff(input: $input) { ${FIELDS} } }`

/** A reviewer with an address of their own. */
export const aReviewer = (changes: object = {}) => {
  const number = Math.floor(Math.random() * 1e9)
  return { name: `Sipho Khumalo${number}`, email: `sipho${number}@client.example`, ...changes }
}

/** Requests a sign-off. */
export const aSignOff = async (actor: Actor, input: object): Promise<Json> =>
  (await asked(actor, REQUEST, { input: { reviewers: [aReviewer()], ...input } })).requestSignOff

export const showSignOff = async (actor: Actor, id: string): Promise<Json> =>
  (await asked(actor, `query ($id: ID!) { signOff(id: $id) { ${FIELDS} } }`, { id })).signOff

/** The last mail to an address that matches. */
export const mailTo = (smtp: SmtpServer, email: string, pattern: RegExp, after = 0): Promise<string> =>
  until(`a mail to ${email} with ${pattern}`, () => {
    const mails = smtp.mails.filter(({ to, text }) => to.includes(email) && pattern.test(text))
    const last = mails.length > after ? mails.at(-1) : undefined
    return last && (pattern.exec(last.text)?.[1] ?? last.text)
  })

const LINK = /\/sign-off#([\w-]+)/
const CODE = /\b(\d{6})\b/

export const tokenOf = (smtp: SmtpServer, email: string, after = 0) => mailTo(smtp, email, LINK, after)

/** What a reviewer sends. */
export const post = (server: TestServer, name: string, body: object): Promise<Answer> =>
  server.fetch(`/sign-off/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

const codes = (smtp: SmtpServer, email: string) =>
  smtp.mails.filter(({ to, text }) => to.includes(email) && CODE.test(text) && !LINK.test(text)).length

/** Requests a code, and reads it in the mail. */
export async function codeOf(server: TestServer, smtp: SmtpServer, token: string, email: string): Promise<string> {
  const before = codes(smtp, email)
  const answer = await post(server, 'code', { token })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return mailTo(smtp, email, CODE, before)
}

/** A reviewer who has proven the address. */
export async function verifiedReviewer(server: TestServer, smtp: SmtpServer, email: string) {
  const token = await tokenOf(smtp, email)
  const code = await codeOf(server, smtp, token, email)
  const { status, body } = await post(server, 'verify', { token, code })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { token, code, session: body.data.session as string }
}

/** Decides as a verified reviewer, on what the page shows now. */
export async function decideAs(server: TestServer, who: { token: string; session: string }, changes: object = {}) {
  const { body } = await post(server, 'read', { token: who.token, session: who.session })
  const { token, session } = who
  const decision = { decision: 'APPROVE', language: 'en', contentHash: body.data?.contentHash }
  return post(server, 'decide', { token, session, ...decision, ...changes })
}

/** A sign-off that its only reviewer has approved. */
export async function anApproved(server: TestServer, smtp: SmtpServer, actor: Actor, input: object): Promise<Json> {
  const reviewer = aReviewer()
  const signOff = await aSignOff(actor, { ...input, reviewers: [reviewer] })
  const answer = await decideAs(server, await verifiedReviewer(server, smtp, reviewer.email))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { ...signOff, reviewer }
}
