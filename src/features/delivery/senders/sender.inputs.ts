import { InputType, Int } from 'type-graphql'
import { FlagField, IntegerField, NestedField, TextField } from '../../../graphql/inputs.ts'
import { changesTo, newRowOf, RowInput } from '../../../graphql/row-inputs.ts'
import { SenderDetails } from './sender.entity.ts'

@InputType({ description: 'SMTP server of a sender.' })
export class SmtpTransportInput {
  @TextField({ required: true, max: 253, description: 'Host name or address of the server.' })
  host!: string

  @IntegerField({ required: true, min: 1, max: 65_535, type: Int as never, description: 'Port of the server.' })
  port!: number

  @FlagField({
    description:
      'true: TLS from the start (port 465). false (default): STARTTLS. With a user, mail is sent only if the server ' +
      'offers it.',
  })
  secure?: boolean | null

  @TextField({ max: 320, description: 'User name.' })
  user?: string | null

  @TextField({ max: 1000, description: 'Password. Stored encrypted and never returned.' })
  password?: string | null
}

@RowInput('Sender to create.')
export class SenderInput extends newRowOf(SenderDetails) {
  @NestedField(() => SmtpTransportInput, { description: 'Own SMTP server. Default: the server of the service.' })
  transport?: SmtpTransportInput | null
}

@RowInput('Changes to a sender. Absent fields stay unchanged.')
export class SenderPatch extends changesTo(SenderDetails) {
  @NestedField(() => SmtpTransportInput, {
    description:
      'Own SMTP server, with its password; null: the server of the service. The sender must be verified again.',
  })
  transport?: SmtpTransportInput | null
}
