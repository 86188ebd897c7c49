import { IsOptional, ValidateNested } from 'class-validator'
import { Field, InputType, Int } from 'type-graphql'
import { EmailField, IntegerField, TextField } from '../../graphql/inputs.ts'
import { CentsScalar } from '../../graphql/scalars.ts'

const MOST_PER_SECOND = 1000
/** 100 rand for one message. */
const HIGHEST_PRICE_CENTS = 10_000_000

@InputType({ description: 'SMTP server of a sender.' })
export class SmtpTransportInput {
  @TextField({ required: true, max: 253, description: 'Host name or address of the server.' })
  host!: string

  @IntegerField({ required: true, min: 1, max: 65_535, type: Int as never, description: 'Port of the server.' })
  port!: number

  @Field(() => Boolean, {
    nullable: true,
    description:
      'true: TLS from the start (port 465). false (default): STARTTLS. With a user, mail is sent only if the server ' +
      'offers it.',
  })
  @IsOptional()
  secure?: boolean | null

  @TextField({ max: 320, description: 'User name.' })
  user?: string | null

  @TextField({ max: 1000, description: 'Password. Stored encrypted and never returned.' })
  password?: string | null
}

const PER_SECOND = `Maximum messages per second, 1 to ${MOST_PER_SECOND}. Default: no limit for this sender.`
const PRICE =
  `Price of a thousand messages, 0 to ${HIGHEST_PRICE_CENTS} cents. It applies to messages that are sent afterwards: each ` +
  'message that the mail server accepts adds to the spend of its campaign.'
const QUIET_HOURS =
  'Whether messages wait for the times at which direct marketing is allowed: on Monday to Friday from 08:00 to 20:00, on ' +
  'Saturday from 09:00 to 13:00, on no public holiday (Africa/Johannesburg). false is for service messages, and for ' +
  'people who agreed to other times in writing.'

@InputType({ description: 'Sender to create.' })
export class SenderInput {
  @TextField({ required: true, description: 'Name that recipients see, at most 200 characters.' })
  name!: string

  @EmailField({ required: true, description: 'Address that messages are sent from.' })
  address!: string

  @EmailField({ description: 'Address that answers go to. Default: `address`.' })
  replyTo?: string | null

  @TextField({ required: true, max: 500, description: 'Physical address for the footer of each message.' })
  physicalAddress!: string

  @TextField({ required: true, max: 50, description: 'Telephone number for the footer of each message.' })
  telephone!: string

  @Field(() => SmtpTransportInput, {
    nullable: true,
    description: 'Own SMTP server. Default: the server of the service.',
  })
  @IsOptional()
  @ValidateNested()
  transport?: SmtpTransportInput | null

  @IntegerField({ min: 1, max: MOST_PER_SECOND, type: Int as never, description: PER_SECOND })
  perSecond?: number | null

  @IntegerField({ min: 0, max: HIGHEST_PRICE_CENTS, type: CentsScalar, description: `${PRICE} Default: 0.` })
  pricePerThousandCents?: number | null

  @Field(() => Boolean, { nullable: true, defaultValue: true, description: QUIET_HOURS })
  @IsOptional()
  quietHours?: boolean | null
}

@InputType({ description: 'Changes to a sender. Absent fields stay unchanged.' })
export class SenderPatch {
  @TextField({ kept: true, description: 'Name that recipients see, at most 200 characters.' })
  name?: string

  @EmailField({ kept: true, description: 'Address that messages are sent from. A new domain must be verified again.' })
  address?: string

  @EmailField({ description: 'Address that answers go to. Default: `address`.' })
  replyTo?: string | null

  @TextField({ kept: true, max: 500, description: 'Physical address for the footer of each message.' })
  physicalAddress?: string

  @TextField({ kept: true, max: 50, description: 'Telephone number for the footer of each message.' })
  telephone?: string

  @Field(() => SmtpTransportInput, {
    nullable: true,
    description:
      'Own SMTP server, with its password; null: the server of the service. The sender must be verified again.',
  })
  @IsOptional()
  @ValidateNested()
  transport?: SmtpTransportInput | null

  @IntegerField({ min: 1, max: MOST_PER_SECOND, type: Int as never, description: PER_SECOND })
  perSecond?: number | null

  @IntegerField({ kept: true, min: 0, max: HIGHEST_PRICE_CENTS, type: CentsScalar, description: PRICE })
  pricePerThousandCents?: number

  @Field(() => Boolean, { nullable: true, description: QUIET_HOURS })
  @IsOptional()
  quietHours?: boolean | null
}
