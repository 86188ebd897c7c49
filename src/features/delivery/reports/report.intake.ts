import type { Logger } from 'pino'
import type { ReportTools } from '../launch/campaign.pause.ts'
import type { MessageName } from '../messages/message.tokens.ts'
import { messageNamed, OptOut, unsubscribe } from '../responses/unsubscribe.ts'
import { applyReports } from './report.changes.ts'
import { type MailFinding, readReportMail } from './report.mail.ts'
import type { ReturnPaths } from './report.return-paths.ts'

/** Dependencies of the sources of report mails: the SMTP listener and the mailbox. */
export interface IntakeTools extends ReportTools {
  returnPaths: ReturnPaths
  log: Logger
}

/** The message that a mail is about. The address to which the mail was sent has priority over its content. */
async function messageOf({ returnPaths }: IntakeTools, addresses: readonly string[]): Promise<MessageName | undefined> {
  for (const address of addresses) {
    const name = await returnPaths.find(address)
    if (name) return name
  }
  return undefined
}

async function apply(tools: IntakeTools, name: MessageName, { kind, reason }: MailFinding): Promise<void> {
  const { organizationId, messageId } = name
  if (kind !== 'unsubscribe') {
    const report = { messageId, kind, reason, at: tools.database.clock.now }
    await applyReports(tools, { organizationId, senderId: null }, [report])
    return
  }
  const message = await messageNamed(tools.database, name)
  if (message) await unsubscribe(tools, message, OptOut.CAMPAIGN)
}

/** Reads a mail and applies its report. A mail without a report about a message of the service has no effect. */
export async function takeReportMail(
  tools: IntakeTools,
  raw: Uint8Array,
  recipients: readonly string[],
): Promise<void> {
  const finding = await readReportMail(raw)
  const name = finding && (await messageOf(tools, [...recipients, ...finding.returnPaths]))
  if (!finding || !name) return
  await apply(tools, name, finding)
  tools.log.info({ ...name, kind: finding.kind }, 'a mail reported about a message')
}
