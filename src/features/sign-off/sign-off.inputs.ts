import { ArrayMaxSize, ArrayMinSize, IsOptional } from 'class-validator'
import { GraphQLInt } from 'graphql'
import { Field, ID, InputType } from 'type-graphql'
import {
  ChoiceField,
  EmailField,
  FlagField,
  IntegerField,
  NestedField,
  says,
  TextField,
  TimeField,
} from '../../graphql/inputs.ts'
import { filterOf, RowInput } from '../../graphql/row-inputs.ts'
import { Language } from '../content/content-item.entity.ts'
import { SignOff } from './sign-off.entity.ts'
import { REVIEW_LANGUAGES } from './sign-off-reviewer.entity.ts'

const MOST_REVIEWERS = 20

@InputType({ description: 'Reviewer of a sign-off.' })
export class SignOffReviewerInput {
  @TextField({ required: true, description: 'Name of the reviewer, at most 200 characters.' })
  name!: string

  @EmailField({ required: true, description: 'E-mail address that the link and the codes are mailed to.' })
  email!: string

  @ChoiceField(Language, { description: `Language of the mails and the page: ${REVIEW_LANGUAGES}. Default en.` })
  language?: Language | null
}

@InputType({ description: 'Sign-off to request, of a campaign or of content.' })
export class SignOffInput {
  @Field(() => ID, { nullable: true, description: 'Id of the campaign. Its content is part of the sign-off.' })
  @IsOptional()
  campaignId?: string | null

  @Field(() => ID, { nullable: true, description: 'Id of the content, if no campaign is given.' })
  @IsOptional()
  contentId?: string | null

  @NestedField(() => [SignOffReviewerInput], {
    required: true,
    description: `Reviewers, 1 to ${MOST_REVIEWERS}, with different addresses.`,
  })
  @ArrayMinSize(1, says('NO_REVIEWER'))
  @ArrayMaxSize(MOST_REVIEWERS, says('TOO_MANY_REVIEWERS', { most: MOST_REVIEWERS }))
  reviewers!: SignOffReviewerInput[]

  @IntegerField({
    min: 1,
    max: MOST_REVIEWERS,
    type: GraphQLInt,
    description: 'Number of reviewers who must approve, at most all of them. Default: all of them.',
  })
  quorum?: number | null

  @TimeField({ description: 'Time by which the decision is due, in the future and at most a year from now.' })
  dueAt?: Date | null

  @TextField({ max: 2000, description: 'Message to the reviewers, at most 2000 characters.' })
  message?: string | null

  @FlagField({ description: 'Whether the reviewers see the budget and the dates of the campaign. Default false.' })
  sharesBudget?: boolean | null

  @FlagField({ description: 'Whether a reviewer may hand the decision over to a colleague. Default false.' })
  mayHandOver?: boolean | null
}

@RowInput('Filter for sign-offs. A sign-off must meet all given conditions.')
export class SignOffFilter extends filterOf(SignOff) {
  @Field(() => ID, { nullable: true, description: 'Only sign-offs of campaigns of this client, and of their content.' })
  clientId?: string | null
}

@InputType({ description: 'Withdrawal of a sign-off.' })
export class SignOffRevocation {
  @TextField({ max: 2000, description: 'Reason, which is mailed to the reviewers. At most 2000 characters.' })
  reason?: string | null
}
