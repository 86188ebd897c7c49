import { Field } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { Output } from '../../graphql/columns.ts'

export enum LaunchNeed {
  CONTENT = 'CONTENT',
  ONE_CONTENT = 'ONE_CONTENT',
  AUDIENCE = 'AUDIENCE',
  IMPORT = 'IMPORT',
  SENDER = 'SENDER',
  VERIFIED_SENDER = 'VERIFIED_SENDER',
  MAIL_SERVER = 'MAIL_SERVER',
  VARIABLES = 'VARIABLES',
  CLEANSING = 'CLEANSING',
}
describeEnum('LaunchNeed', LaunchNeed, 'Precondition of sending the e-mails of a campaign.', {
  CONTENT: 'Approved content of the type EMAIL.',
  ONE_CONTENT: 'One approved content per language at most.',
  AUDIENCE: 'At least one recipient.',
  IMPORT: 'The end of every import of recipients.',
  SENDER: 'A sender.',
  VERIFIED_SENDER: 'A sender whose DNS records are in place.',
  MAIL_SERVER: 'A mail server: of the sender, or of the service.',
  CLEANSING:
    'Direct marketing: a completed cleansing in the last month (Consumer Protection Act section 11). The campaign starts even if it is missing.',
  VARIABLES: 'A value for every variable of the content, for every recipient.',
})

@Output('Precondition of sending a campaign that is not met.')
export class LaunchRequirement {
  @Field(() => Boolean, { description: 'Whether the campaign cannot start before this precondition is met.' })
  isBlocking!: boolean

  @Field(() => LaunchNeed, { description: 'The precondition.' })
  need!: LaunchNeed

  @Field(() => String, { description: 'What is missing, and the operation that adds it.' })
  missing!: string

  @Field(() => [String], { description: 'VARIABLES: the variables without a value. Otherwise empty.' })
  variables!: string[]
}
