import { ID } from 'type-graphql'
import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import { Column } from '../../../data/columns.ts'
import { Cents, Choice, Count, JsonOf, Output, Ref, Text, Time, TimeText } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData, Retained } from '../../../security/personal-data.ts'
import { Language } from '../../content/content-item.entity.ts'
import { ConsentChannel } from '../../privacy/consents/consent.entity.ts'

export const MessageStatus = describeNames('MessageStatus', 'Status of a message of a campaign.', {
  QUEUED: 'Waiting to be sent.',
  SENDING: 'Is being sent to the mail server.',
  SENT: 'Accepted by the mail server.',
  DELIVERED: 'Reported as delivered to the mailbox.',
  BOUNCED: 'The address does not accept messages.',
  FAILED: 'Refused by the mail server, or not composed, or all 12 attempts failed.',
  SKIPPED: 'Not sent; see `reason`.',
  UNKNOWN:
    'The connection or the process ended before the mail server answered. The message is not retried automatically.',
})
export type MessageStatus = keyof typeof MessageStatus

export const MessageGroundKind = describeNames(
  'MessageGroundKind',
  'Ground on which a message was sent (POPIA section 69).',
  {
    CONSENT: 'The person consented.',
    EXISTING_CUSTOMER: 'The person is a customer who was offered an opt-out.',
  },
)
export type MessageGroundKind = keyof typeof MessageGroundKind

@Output('Ground on which a message was sent.')
export class MessageGround extends fields({
  kind: field(MessageGroundKind, 'Kind of ground.'),
  id: field(ID, 'Id of the consent, or of the record of the customer.'),
  at: field(TimeText, 'Time at which the ground was given.'),
  cleansingId: nullable(
    ID,
    'Direct marketing: id of the last cleansing that was completed before the message was sent. Null without one, and for other messages.',
  ),
}) {}

const { QUEUED, SENDING, ...ENDED } = MessageStatus

/**
 * Evidence of a message: recipient, content, time and legal ground. Its id is the id of its recipient. Deleted with its
 * campaign.
 */
@NodeOutput('message', 'org:privacy:read', 'Message of a campaign to one person, and its delivery.')
@PersonalData({ erase: 'pseudonymise', about: ['contact'], isEvidence: true })
@Retained({ resource: 'MESSAGES', days: 1095, since: 'createdAt', statuses: Object.values(ENDED) })
export class Message extends rowWith(TenantRow, {
  campaignId: Ref('campaign', 'Id of the campaign.'),
  senderId: Ref('sender', 'Id of the sender; null before the message is sent, and after the sender was deleted.', {
    nullable: true,
  }),
  contentId: Ref('contentItem', 'Id of the content; null after the content was deleted.', { nullable: true }),
  contentVersion: Count('Number of the version of the content.'),
  channel: Choice(ConsentChannel, 'Channel of the message.'),
  contact: Text('Address of the recipient.'),
  domain: Text('Domain of the address.'),
  language: Choice(Language, 'Language of the recipient.'),
  status: Choice(MessageStatus, 'Status of the message.'),
  reason: Text(
    'SKIPPED: NO_GROUND, SUPPRESSED, REGISTRY or OVER_BUDGET. BOUNCED, FAILED, UNKNOWN, QUEUED again and after a soft ' +
      'bounce: the reason, without the address. Otherwise null.',
    { nullable: true },
  ),
  ground: JsonOf(MessageGround, 'Ground on which the message was sent. Null until then.', { nullable: true }),
  attempts: Count('Number of attempts to send the message.'),
  pricePerThousandCents: Cents(
    'Price of a thousand messages of the sender at the last attempt, in cents. Null before the first attempt.',
    { nullable: true },
  ),
  notBefore: Time('Time before which the message is not sent.'),
  sentAt: Time('Time at which the mail server accepted the message.', { nullable: true }),
  deliveredAt: Time('Time at which the message was reported as delivered.', { nullable: true }),
  bouncedAt: Time('Time at which the message bounced.', { nullable: true }),
  softBouncedAt: Time('Time at which the message bounced, although the address may accept other messages.', {
    nullable: true,
  }),
  openedAt: Time('Time at which the person first opened the message, if openings are recorded.', { nullable: true }),
  clickedAt: Time('Time at which the person first clicked a link in the message, if clicks are recorded.', {
    nullable: true,
  }),
  /** The code of the link of the first click. */
  clickedLink: Column('text', { nullable: true }),
  /** The time of the last click of a scanner, which follows several links at once. */
  scannedAt: Column('timestamptz(3)', { nullable: true }),
  unsubscribedAt: Time('Time at which the person opted out on the unsubscribe page of the message.', {
    nullable: true,
  }),
  complainedAt: Time('Time at which the person complained about the message.', { nullable: true }),
}) {}
