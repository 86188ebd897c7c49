import { Entity } from '@mikro-orm/decorators/legacy'
import { EmailStatus } from '../../background/mail.ts'
import { describeNames } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { Choice, Email, Ref, RowId, RowOutput, Text, Time } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData } from '../../security/personal-data.ts'
import { Language } from '../content/content-item.entity.ts'

/** The languages that texts for reviewers exist in. */
export const REVIEW_LANGUAGES = 'Afrikaans for af, isiZulu for zu, otherwise English'

export const ReviewerStatus = describeNames('ReviewerStatus', 'Decision of a reviewer.', {
  WAITING: 'Has not decided.',
  APPROVED: 'Approved.',
  CHANGES_REQUESTED: 'Asked for changes.',
  HANDED_OVER: 'Handed the decision over to a colleague; see `handedOverTo`.',
})
export type ReviewerStatus = keyof typeof ReviewerStatus

@RowOutput('org:content:read', 'Reviewer of a sign-off. The reviewer has no account.')
@PersonalData({ erase: 'pseudonymise', about: ['name', 'email'], isEvidence: true })
@Entity()
export class SignOffReviewer extends TenantRow {
  @Ref({ to: 'signOff', description: 'Id of the sign-off.' })
  readonly signOffId!: string

  @Text({ description: 'Name of the reviewer.' })
  readonly name!: string

  @Email({ description: 'E-mail address of the reviewer, who proves it with a code that is mailed there.' })
  readonly email!: string

  @Choice(Language, { description: `Language of the mails and the page: ${REVIEW_LANGUAGES}.` })
  readonly language!: Language

  @Choice(ReviewerStatus, { description: 'Decision of the reviewer.' })
  readonly status!: ReviewerStatus

  @RowId({ nullable: true, description: 'HANDED_OVER: id of the reviewer who decides instead.' })
  readonly handedOverTo!: string | null

  /** SHA-256 of the link's token, hexadecimal. Null: no link is valid. */
  @Column('text', { nullable: true })
  readonly tokenHash!: string | null

  @Column('text', { nullable: true })
  readonly codeTag!: string | null

  @Column('timestamptz(3)', { nullable: true })
  readonly codeUntil!: Date | null

  @Column('integer')
  readonly codeTries!: number

  @Column('integer')
  readonly codesSent!: number

  @Column('text', { nullable: true })
  readonly sessionHash!: string | null

  @Column('timestamptz(3)', { nullable: true })
  readonly sessionUntil!: Date | null

  @Choice(EmailStatus, { nullable: true, description: 'Delivery status of the last e-mail to the reviewer.' })
  readonly emailStatus!: EmailStatus | null

  @Text({ nullable: true, description: 'Reason why the last e-mail FAILED. `remindSignOff` sends another.' })
  readonly emailError!: string | null

  @Time({ nullable: true, description: 'Time at which the link was first opened.' })
  readonly openedAt!: Date | null

  @Time({ nullable: true, description: 'Time at which the reviewer last proved the address.' })
  readonly verifiedAt!: Date | null

  @Time({ nullable: true, description: 'Time of the decision.' })
  readonly decidedAt!: Date | null

  @Text({ nullable: true, description: 'Reason of the reviewer.' })
  readonly reason!: string | null

  @Text({
    nullable: true,
    description:
      'Statement that the decision signs, as canonical JSON (RFC 8785) without personal data. The audit record ' +
      'SIGN_OFF_DECIDED has its SHA-256.',
  })
  readonly evidence!: string | null

  /** Salt of the hashes of name and address, and of the reason, so that the statement does not reveal them. */
  @Column('text', { nullable: true })
  readonly salt!: string | null
}
