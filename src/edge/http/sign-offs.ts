import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { invalidBody } from '../../common/errors.ts'
import { parseJson } from '../../common/json.ts'
import { refuseHostileText } from '../../common/text.ts'
import type { ServiceTools } from '../../engine/write/as-service.ts'
import { comment, decide, handOver, readSignOff } from '../../features/sign-off/sign-off.decisions.ts'
import { readMessage, shownMessage } from '../../features/sign-off/sign-off.message.ts'
import { asReviewer, openLink, type Review, sendCode, verifyCode } from '../../features/sign-off/sign-off.reviews.ts'
import { admissionOf } from './admission.ts'

const BODY_LIMIT = 32_768

const token = z.string().max(1000)
const session = z.string().max(100)
const text = (most: number) => z.string().trim().min(1).max(most)

const Link = z.object({ token })
const Verified = z.object({ token, session })
const Code = z.object({ token, code: z.string().regex(/^\d{6}$/) })
const Comment = Verified.extend({
  text: text(2000),
  passage: z.string().min(1).max(2000).nullish(),
  contentId: z.uuid().nullish(),
})
const Decision = Verified.extend({
  decision: z.enum(['APPROVE', 'REQUEST_CHANGES']),
  contentHash: z.string().length(64),
  reason: text(2000).nullish(),
  language: z.enum(['en', 'af', 'zu']),
})
const Message = Verified.extend({ contentId: z.uuid(), images: z.literal('shown').optional() })
const Handover = Verified.extend({ name: text(200), email: z.email().max(254) })

/** The frame with an e-mail: its inline styles apply, and nothing in it runs or leads to another page. */
const messagePolicy = (hasImages: boolean) =>
  [
    'sandbox',
    "default-src 'none'",
    `img-src ${hasImages ? 'https: http:' : "'none'"}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** The length of an e-mail that costs one unit: compiling its template takes about 20 ms of CPU time. */
const LENGTH_PER_UNIT = 20_000

const jsonOf = ({ body }: Request): unknown => (Buffer.isBuffer(body) ? parseJson(body) : undefined)

/** @throws VALIDATION_ERROR that names each wrong field */
function checked<S extends z.ZodType>(schema: S, given: unknown): z.infer<S> {
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw invalidBody(parsed.error.issues)
  refuseHostileText(parsed.data as Record<string, unknown>)
  return parsed.data
}

/**
 * The requests of reviewers, who have a mailed link and no account: `POST /sign-off/<name>`. The token is in the body,
 * since addresses are logged. It gives access to nothing else.
 */
export function signOffsRouter(tools: ServiceTools, authorized: readonly RequestHandler[]): Router {
  const router = Router()
  const body = express.raw({ type: () => true, limit: BODY_LIMIT })
  const route = <S extends z.ZodType<{ token: string }>>(
    name: string,
    schema: S,
    work: (review: Review, given: z.infer<S>) => Promise<unknown>,
  ) =>
    router.post(`/sign-off/${name}`, ...authorized, body, async (request: Request, response: Response) => {
      const given = checked(schema, jsonOf(request))
      const data = await asReviewer(tools, admissionOf(response).request, given.token, (review) => work(review, given))
      response.json({ success: true, data })
    })
  route('open', Link, (review) => openLink(review))
  route('code', Link, (review) => sendCode(review))
  route('verify', Code, (review, given) => verifyCode(review, given.code))
  route('read', Verified, (review, given) => readSignOff(review, given.session))
  route('comment', Comment, (review, { session: secret, text: said, passage = null, contentId = null }) =>
    comment(review, secret, { text: said, passage, contentId }),
  )
  route('decide', Decision, (review, { session: secret, decision, contentHash, reason = null, language }) =>
    decide(review, secret, { approves: decision === 'APPROVE', contentHash, reason, language }),
  )
  route('hand-over', Handover, (review, given) => handOver(review, given.session, given))
  // The page of the reviewer submits a form into a frame, so that no address contains the secrets.
  const form = express.urlencoded({ type: () => true, extended: false, limit: BODY_LIMIT })
  router.post('/sign-off/message', ...authorized, form, async ({ body: fields }: Request, response: Response) => {
    const given = checked(Message, fields)
    const { request, charge } = admissionOf(response)
    const { mail, threads } = await asReviewer(tools, request, given.token, async (review) => ({
      mail: await readMessage(review, given.session, given.contentId),
      threads: review.ctx.threads,
    }))
    await charge(Math.floor(mail.body.length / LENGTH_PER_UNIT))
    const hasImages = given.images === 'shown'
    response
      .set({ 'Content-Security-Policy': messagePolicy(hasImages), 'Referrer-Policy': 'no-referrer' })
      .type('html')
      .send(await shownMessage(threads, mail, hasImages))
  })
  return router
}
