import { Int } from 'type-graphql'
import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import type { Cause } from '../../../common/texts.ts'
import { Column } from '../../../data/columns.ts'
import {
  Cents,
  Choice,
  Count,
  Details,
  Email,
  ExternalId,
  Flag,
  JsonOf,
  Output,
  Text,
  Time,
} from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { JSONObject } from '../../../graphql/scalars.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { CAUSE } from '../../../graphql/transition.ts'

export const SenderStatus = describeNames('SenderStatus', 'Whether the DNS records of a sender are in place.', {
  UNVERIFIED: 'Not checked yet, or changed since the check.',
  VERIFIED: 'The required records are in place. Campaigns can be sent.',
  FAILED: 'A required record is missing or wrong; see `dnsRecords`.',
})
export type SenderStatus = keyof typeof SenderStatus

@Output('SMTP server of a sender. The password is stored encrypted and never returned.')
export class SmtpTransport extends fields({
  host: field(String, 'Host name or address of the server.'),
  port: field(Int, 'Port of the server.'),
  secure: field(Boolean, 'Whether the connection starts with TLS; otherwise STARTTLS is required.'),
  user: nullable(String, 'User name; null without authentication.'),
}) {}

/** The results of the last look-up, by name and type of the record. Version 0.5.0 stored no causes. */
export type DnsFound = Readonly<Record<string, { found: string | null; problem: string | null; cause?: Cause | null }>>

/** 100 rand for one message. */
const HIGHEST_PRICE_CENTS = 10_000_000

/** The fields of a sender that callers write, except its mail server. */
@Details()
export abstract class SenderDetails extends rowWith(TenantRow, {
  name: Text('Name that recipients see.'),
  address: Email('Address that messages are sent from. A new domain must be verified.'),
  replyTo: Email('Address for replies. Null: `address`.', { nullable: true }),
  physicalAddress: Text('Physical address in the footer of each message (Consumer Protection Act).', { max: 500 }),
  telephone: Text('Telephone number in the footer of each message.', { max: 50 }),
  perSecond: Count('Maximum messages per second, 1 to 1,000. Null: no limit for this sender.', {
    nullable: true,
    min: 1,
    max: 1000,
  }),
  pricePerThousandCents: Cents('Price of a thousand messages, in cents of the South African rand. 0: free.', {
    otherwise: 0,
    max: HIGHEST_PRICE_CENTS,
    inputDescription:
      `Price of a thousand messages, 0 to ${HIGHEST_PRICE_CENTS} cents. It applies to messages that are sent ` +
      'afterwards: each message that the mail server accepts adds to the spend of its campaign.',
  }),
  quietHours: Flag('Whether messages wait for the times at which direct marketing is allowed.', {
    otherwise: true,
    inputDescription:
      'Whether messages wait for the times at which direct marketing is allowed: on Monday to Friday from 08:00 to 20:00, ' +
      'on Saturday from 09:00 to 13:00, on no public holiday (Africa/Johannesburg). false is for service messages, and ' +
      'for people who agreed to other times in writing.',
  }),
}) {}

/** The sender of e-mail campaigns. The service signs its messages with the sender's DKIM key. */
@NodeOutput('sender', 'org:campaigns:read', 'Sender of e-mail campaigns, with the DNS records that mail servers check.')
export class Sender extends rowWith(SenderDetails, {
  transport: JsonOf(SmtpTransport, 'Own SMTP server; null: the server of the service.', { nullable: true }),
  /** The password, encrypted for this row like the DKIM key. */
  sealedPassword: Column('text', { nullable: true }),
  status: Choice(SenderStatus, 'Whether the DNS records are in place.'),
  dkimSelector: Text('Selector of the DKIM key: the first label of its DNS record.'),
  dkimPublicKey: Column('text'),
  sealedDkimKey: Column('text'),
  /** The secret with which the mail service of the sender signs its reports. Encrypted for this row. */
  sealedHookSecret: Column('text', { nullable: true }),
  dnsFound: Column<DnsFound>('jsonb', { nullable: true }),
  verifiedAt: Time('Time of the first successful check; the warm-up starts then.', { nullable: true }),
  /** The day in Johannesburg that `sentToday` counts. */
  sentOn: Column('date', { nullable: true }),
  sentToday: Column('integer'),
  /** The time until which the permitted rate is used up. */
  pacedUntil: Column('timestamptz(3)', { nullable: true }),
  restingUntil: Time(
    'Time until which nothing is sent, because of quiet hours or because the mail server refused connections.',
    { nullable: true },
  ),
  failures: Column('integer'),
  restingDomains: Column<Readonly<Record<string, { until: string; failures: number }>>>('jsonb'),
  createdBy: ExternalId('Id of the user who created the sender.'),
}) {}

@Output('DNS record that a sender needs, and the record that was found.')
export class DnsRecord extends fields({
  name: field(String, 'Name of the record, for example `_dmarc.example.org`.'),
  type: field(String, 'Type of the record: TXT or MX.'),
  value: field(String, 'Value to publish.'),
  found: nullable(String, 'Value that the last check found; null when there was none.'),
  ok: field(Boolean, 'Whether the last check found a valid record.'),
  isRequired: field(Boolean, 'Whether the record is required to send campaigns.'),
  problem: nullable(String, 'Problem and next step; null when `ok`.'),
  cause: nullable(JSONObject, CAUSE, { graphqlOnly: true }),
}) {}
