import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import { Choice, Count, ExternalId, Time } from '../../../graphql/columns.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData, Retained } from '../../../security/personal-data.ts'

export const CleansingStatus = describeNames('CleansingStatus', 'Status of a cleansing.', {
  STARTED: 'The answer of the registry is not complete yet.',
  COMPLETED: 'The answer of the registry was recorded.',
})
export type CleansingStatus = keyof typeof CleansingStatus

/** Evidence that the contacts were compared with the registry. The row contains only numbers and ids of users. */
@NodeOutput(
  'registryCleansing',
  'org:privacy:read',
  'Comparison of the known contacts with the opt-out registry of the National Consumer Commission (Consumer Protection Act section 11).',
)
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS_AND_IDS' })
@Retained({ resource: 'REGISTRY_CLEANSINGS', days: 1825, since: 'createdAt', statuses: [CleansingStatus.COMPLETED] })
export class RegistryCleansing extends rowWith(TenantRow, {
  status: Choice(CleansingStatus, 'Status of the cleansing.'),
  contacts: Count('Number of contacts at the start.'),
  matches: Count('Number of blocked contacts in the answer of the registry.'),
  suppressed: Count('Number of blocked contacts that were not suppressed before.'),
  completedAt: Time('Time at which the answer was complete. Null before that.', { nullable: true }),
  completedBy: ExternalId('Id of the user who recorded the last piece of the answer. Null before that.', {
    nullable: true,
  }),
  createdBy: ExternalId('Id of the user who started the cleansing.'),
}) {}
