import { createTransport } from 'nodemailer'
import type { Mail } from './mails.ts'

const BOUNDARY = 'report'

/** A report (RFC 3464) that the mailbox of the recipient does not exist. */
const reportOf = ({ to, returnPath, at }: Mail) => `From: MAILER-DAEMON@mailbox.example
To: ${returnPath}
Subject: Undelivered Mail Returned to Sender
Date: ${at.toUTCString()}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="${BOUNDARY}"

--${BOUNDARY}
Content-Type: text/plain; charset=utf-8

The mailbox of the recipient does not exist.

--${BOUNDARY}
Content-Type: message/delivery-status

Reporting-MTA: dns; mailbox.example

Final-Recipient: rfc822; ${to}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such mailbox

--${BOUNDARY}--
`

/** Sends a bounce to the gateway, as the mail server of the recipient does. @throws Error if the gateway refuses it */
export async function sendBounce(mail: Mail, port: number): Promise<void> {
  const gateway = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  await gateway.sendMail({
    envelope: { from: '', to: mail.returnPath },
    raw: reportOf(mail).replaceAll('\n', '\r\n'),
  })
}
