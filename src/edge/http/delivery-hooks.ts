import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Logger } from 'pino'
import { ServiceError, unauthorized } from '../../common/errors.ts'
import { parseJson } from '../../common/json.ts'
import type { ReportTools } from '../../features/delivery/launch/campaign.pause.ts'
import { applyReports } from '../../features/delivery/reports/report.changes.ts'
import { genericReports } from '../../features/delivery/reports/report.generic.ts'
import { sesReport } from '../../features/delivery/reports/report.ses.ts'
import type { Sns } from '../../features/delivery/reports/report.sns.ts'
import { type HookOwner, HookOwners, sesKey } from '../../features/delivery/senders/sender.hooks.ts'
import { isSigned } from '../../features/webhooks/webhook.signature.ts'
import { isEqualSecret, type SecretBox } from '../../security/secrets.ts'

/** SNS sends at most 256 KiB. */
const BODY_LIMIT = 512 * 1024

interface HookTools extends ReportTools {
  secrets: SecretBox
  sns: Sns
  log: Logger
  /** Counts requests of unknown senders, and those with a wrong signature. */
  strangers: RequestHandler
}

/** The same message for every sender, so that a caller cannot find out which senders exist. */
const UNKNOWN = 'The sender is unknown, or the request is not signed with its secret'

const parameter = ({ query }: Request, name: string): string => {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}

const bodyOf = ({ body }: Request): Buffer => {
  if (!Buffer.isBuffer(body)) throw new ServiceError('MALFORMED_JSON', 'The body is empty', {})
  return body
}

/**
 * `/hooks/delivery/generic` and `/hooks/delivery/ses`: the mail service of a sender reports results of messages here.
 * No caller signs in. A request proves that it knows the sender's secret.
 */
export function deliveryHooksRouter(tools: HookTools): Router {
  const { database, secrets, sns, log, strangers } = tools
  const owners = new HookOwners(database, secrets)
  const limit = async (request: Request, response: Response) => void (await strangers(request, response, () => {}))
  const raw = express.raw({ type: () => true, limit: BODY_LIMIT })
  const router = Router()

  /** The owner of the hook. @throws UNAUTHORIZED unless `proves` accepts its secret */
  async function ownerOf(
    request: Request,
    response: Response,
    proves: (secret: string) => boolean,
  ): Promise<HookOwner> {
    const name = parameter(request, 'sender')
    const known = await owners.find(name, () => limit(request, response))
    if (known && proves(known.secret)) return known
    if (!known) throw unauthorized(UNKNOWN)
    await limit(request, response)
    // The secret may be newer than the one that this process knows.
    const owner = await owners.findAgain(name)
    if (owner && proves(owner.secret)) return owner
    throw unauthorized(UNKNOWN)
  }

  router.post('/hooks/delivery/generic', raw, async (request, response) => {
    const body = bodyOf(request)
    const { now } = database.clock
    const owner = await ownerOf(request, response, (secret) => isSigned(request.headers, body, secret, now))
    const reports = genericReports(parseJson(body), now)
    const unknown = await applyReports(tools, owner, reports)
    response.json({ received: reports.length, unknown })
  })

  router.post('/hooks/delivery/ses', raw, async (request, response) => {
    const key = parameter(request, 'key')
    const owner = await ownerOf(request, response, (secret) => isEqualSecret(sesKey(secret), key))
    const message = await sns.read(parseJson(bodyOf(request)), database.clock.now)
    if (message.Type === 'SubscriptionConfirmation') {
      await sns.confirm(message)
      log.info({ organizationId: owner.organizationId, sender: owner.senderId }, 'an Amazon SNS topic was subscribed')
    }
    const isNotification = message.Type === 'Notification'
    const report = isNotification && sesReport(secrets, owner.organizationId, jsonIn(message.Message))
    if (report) await applyReports(tools, owner, [report])
    response.status(204).end()
  })
  return router
}

/** The notification in a message of SNS; undefined if it is not JSON, such as the first message of a topic. */
function jsonIn(text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch {
    return undefined
  }
}
