import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { invalid } from '../../common/errors.ts'
import { parseJson } from '../../common/json.ts'
import { refuseHostileText } from '../../common/text.ts'
import { comment, decide, handOver, readSignOff } from '../../features/sign-off/sign-off.decisions.ts'
import {
  asReviewer,
  openLink,
  type Review,
  type ReviewTools,
  sendCode,
  verifyCode,
} from '../../features/sign-off/sign-off.reviews.ts'
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
const Handover = Verified.extend({ name: text(200), email: z.email().max(254) })

/** @throws VALIDATION_ERROR that names each wrong field */
function bodyOf<S extends z.ZodType>(schema: S, { body }: Request): z.infer<S> {
  const parsed = schema.safeParse(Buffer.isBuffer(body) ? parseJson(body) : undefined)
  if (!parsed.success)
    throw invalid(
      Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.') || 'body', message])),
    )
  refuseHostileText(parsed.data as Record<string, unknown>)
  return parsed.data
}

/**
 * The requests of reviewers, who have a mailed link and no account: `POST /sign-off/<name>`. The token is in the body,
 * since addresses are logged. It opens nothing else.
 */
export function signOffsRouter(tools: ReviewTools, authorized: readonly RequestHandler[]): Router {
  const router = Router()
  const body = express.raw({ type: () => true, limit: BODY_LIMIT })
  const route = <S extends z.ZodType<{ token: string }>>(
    name: string,
    schema: S,
    work: (review: Review, given: z.infer<S>) => Promise<unknown>,
  ) =>
    router.post(`/sign-off/${name}`, ...authorized, body, async (request: Request, response: Response) => {
      const given = bodyOf(schema, request)
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
  return router
}
