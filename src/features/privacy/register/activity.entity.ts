import { rowWith } from '../../../common/class-fields.ts'
import { Column } from '../../../data/columns.ts'
import {
  Choice,
  Choices,
  Details,
  ExternalId,
  Flag,
  JsonOf,
  Output,
  Text,
  Texts,
  Time,
} from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import { country, Input, required, text } from '../../../graphql/inputs.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { ChildrenGround, ProcessingGround, SpecialCategory, SpecialGround, TransferGround } from './register.enums.ts'

@Output('Transfer of personal information out of South Africa (POPIA section 72).')
@Input('Transfer of personal information out of South Africa.', 'CrossBorderTransferInput')
export class CrossBorderTransfer extends fields({
  country: required(country('Country, as an ISO 3166 code of two letters, for example ZA.')),
  recipient: required(text('Recipient of the information.')),
  ground: field(TransferGround, 'Legal ground of the transfer.'),
}) {}

/** The fields of an activity that callers write, except references and transfers. */
@Details()
export abstract class ProcessingActivityDetails extends rowWith(TenantRow, {
  name: Text('Name of the activity.'),
  purpose: Text('Purpose, specific and explicit (section 13).', { max: 2000 }),
  ground: Choice(ProcessingGround, 'Legal ground of the processing.'),
  subjects: Texts('Categories of people, such as customers.', { otherwise: [] }),
  categories: Texts('Categories of information, such as contact details.', { otherwise: [] }),
  recipients: Texts('Recipients of the information.', { otherwise: [] }),
  retention: Text('Retention period, or the rule that determines the period (section 14).', { max: 1000 }),
  security: Text('Security measures (section 19).', { nullable: true, max: 2000 }),
  isVoluntary: Flag('Whether providing the information is voluntary (section 18(1)(d)).', { otherwise: false }),
  specialCategories: Choices(
    SpecialCategory,
    'Special personal information that is processed. Requires `specialGround`.',
    { otherwise: [] },
  ),
  specialGround: Choice(SpecialGround, 'Legal ground for special personal information.', { nullable: true }),
  concernsChildren: Flag(
    'Whether the activity processes information of children (section 34). Requires `childrenGround`.',
    { otherwise: false },
  ),
  childrenGround: Choice(ChildrenGround, 'Legal ground for information of children.', { nullable: true }),
  priorAuthorisation: Text('Prior authorisation of the Regulator (section 57), where required.', {
    nullable: true,
    max: 500,
  }),
  endedAt: Time('Time at which the activity ended. Null while it continues.', { nullable: true }),
}) {}

/** Activities are never deleted, because the register records past processing. */
@NodeOutput(
  'processingActivity',
  'org:privacy:read',
  'Processing activity: the purpose, the people and the method of processing personal information (POPIA section 17).',
)
export class ProcessingActivity extends rowWith(ProcessingActivityDetails, {
  operatorIds: Column<string[]>('text[]'),
  transfers: JsonOf([CrossBorderTransfer], 'Transfers of the information out of South Africa.'),
  createdBy: ExternalId('Id of the user who recorded the activity.'),
}) {}
