import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import { Entity } from '../../../data/columns.ts'
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
export class TestMessage extends rowWith(TenantRow, {
  campaignId: Ref('campaign', 'Id of the campaign.'),
  contentId: Ref('contentItem', 'Id of the content; null after the content was deleted.', { nullable: true }),
  contentVersion: Count('Number of the version of the content.'),
  contact: Text('Address that the test was sent to.'),
  status: Choice(TestMessageStatus, 'Status of the test message.'),
  reason: Text('FAILED and UNKNOWN: the reason, without the address. Otherwise null.', { nullable: true }),
  sentAt: Time('Time at which the mail server accepted the test message.', { nullable: true }),
  createdBy: ExternalId('Id of the user who sent the test.'),
}) {}
