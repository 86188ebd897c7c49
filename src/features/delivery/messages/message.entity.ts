import { Field, ID } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { Column } from '../../../data/columns.ts'
import { Cents, Choice, Count, Output, Ref, Text, Time, TimeText } from '../../../graphql/columns.ts'
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
export class Message extends TenantRow {
  @Ref({ to: 'campaign', description: 'Id of the campaign.' })
  readonly campaignId!: string

  @Ref({
    to: 'sender',
    nullable: true,
    description: 'Id of the sender; null before the message is sent, and after the sender was deleted.',
  })
  readonly senderId!: string | null

  @Ref({ to: 'contentItem', nullable: true, description: 'Id of the content; null after the content was deleted.' })
  readonly contentId!: string | null

  @Count({ description: 'Number of the version of the content.' })
  readonly contentVersion!: number

  @Choice(ConsentChannel, { description: 'Channel of the message.' })
  readonly channel!: ConsentChannel

  @Text({ description: 'Address of the recipient.' })
  readonly contact!: string

  @Text({ description: 'Domain of the address.' })
  readonly domain!: string

  @Choice(Language, { description: 'Language of the recipient.' })
  readonly language!: Language

  @Choice(MessageStatus, { description: 'Status of the message.' })
  readonly status!: MessageStatus

  @Text({
    nullable: true,
    description:
      'SKIPPED: NO_GROUND, SUPPRESSED, REGISTRY or OVER_BUDGET. BOUNCED, FAILED, UNKNOWN, QUEUED again and after a soft ' +
      'bounce: the reason, without the address. Otherwise null.',
  })
  readonly reason!: string | null

  @Column('jsonb', { nullable: true })
  @Field(() => MessageGround, { nullable: true, description: 'Ground on which the message was sent. Null until then.' })
  readonly ground!: MessageGround | null

  @Count({ description: 'Number of attempts to send the message.' })
  readonly attempts!: number

  @Cents({
    nullable: true,
    description:
      'Price of a thousand messages of the sender at the last attempt, in cents. Null before the first attempt.',
  })
  readonly pricePerThousandCents!: number | null

  @Time({ description: 'Time before which the message is not sent.' })
  readonly notBefore!: Date

  @Time({ nullable: true, description: 'Time at which the mail server accepted the message.' })
  readonly sentAt!: Date | null

  @Time({ nullable: true, description: 'Time at which the message was reported as delivered.' })
  readonly deliveredAt!: Date | null

  @Time({ nullable: true, description: 'Time at which the message bounced.' })
  readonly bouncedAt!: Date | null

  @Time({
    nullable: true,
    description: 'Time at which the message bounced, although the address may accept other messages.',
  })
  readonly softBouncedAt!: Date | null

  @Time({ nullable: true, description: 'Time at which the person first opened the message, if openings are recorded.' })
  readonly openedAt!: Date | null

  @Time({
    nullable: true,
    description: 'Time at which the person first clicked a link in the message, if clicks are recorded.',
  })
  readonly clickedAt!: Date | null

  /** The code of the link of the first click. */
  @Column('text', { nullable: true })
  readonly clickedLink!: string | null

  /** The time of the last click of a scanner, which follows several links at once. */
  @Column('timestamptz(3)', { nullable: true })
  readonly scannedAt!: Date | null

  @Time({ nullable: true, description: 'Time at which the person opted out on the unsubscribe page of the message.' })
  readonly unsubscribedAt!: Date | null

  @Time({ nullable: true, description: 'Time at which the person complained about the message.' })
  readonly complainedAt!: Date | null
}
