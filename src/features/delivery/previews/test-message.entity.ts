import { Entity } from '@mikro-orm/decorators/legacy'
import { describeNames } from '../../../common/enums.ts'
import { Choice, Count, ExternalId, Ref, RowOutput, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'

export const TestMessageStatus = describeNames(
  'TestMessageStatus',
  'Status of a test message. A test message is tried once.',
  {
    QUEUED: 'Waiting to be sent.',
    SENDING: 'Is being sent to the mail server.',
    SENT: 'Accepted by the mail server.',
    FAILED: 'Not accepted; see `reason`.',
    UNKNOWN: 'The connection or the process ended before the mail server answered.',
  },
)
export type TestMessageStatus = keyof typeof TestMessageStatus

/** The row is deleted after 30 days, or with its campaign. */
@RowOutput('org:campaigns:read', 'Test of a campaign’s e-mail, to one address. It can be read for 30 days.')
@PersonalData({ erase: 'delete', about: ['contact'] })
@Entity()
export class TestMessage extends TenantRow {
  @Ref({ to: 'campaign', description: 'Id of the campaign.' })
  readonly campaignId!: string

  @Ref({ to: 'contentItem', nullable: true, description: 'Id of the content; null after the content was deleted.' })
  readonly contentId!: string | null

  @Count({ description: 'Number of the version of the content.' })
  readonly contentVersion!: number

  @Text({ description: 'Address that the test was sent to.' })
  readonly contact!: string

  @Choice(TestMessageStatus, { description: 'Status of the test message.' })
  readonly status!: TestMessageStatus

  @Text({ nullable: true, description: 'FAILED and UNKNOWN: the reason, without the address. Otherwise null.' })
  readonly reason!: string | null

  @Time({ nullable: true, description: 'Time at which the mail server accepted the test message.' })
  readonly sentAt!: Date | null

  @ExternalId({ description: 'Id of the user who sent the test.' })
  readonly createdBy!: string
}
