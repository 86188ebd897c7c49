import { EmailStatus } from '../../background/mail.ts'
import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { Column, Entity } from '../../data/columns.ts'
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
export class SignOffReviewer extends rowWith(TenantRow, {
  signOffId: Ref('signOff', 'Id of the sign-off.'),
  name: Text('Name of the reviewer.'),
  email: Email('E-mail address of the reviewer, who proves it with a code that is mailed there.'),
  language: Choice(Language, `Language of the mails and the page: ${REVIEW_LANGUAGES}.`),
  status: Choice(ReviewerStatus, 'Decision of the reviewer.'),
  handedOverTo: RowId('HANDED_OVER: id of the reviewer who decides instead.', { nullable: true }),
  /** SHA-256 of the link's token, hexadecimal. Null: no link is valid. */
  tokenHash: Column('text', { nullable: true }),
  codeTag: Column('text', { nullable: true }),
  codeUntil: Column('timestamptz(3)', { nullable: true }),
  codeTries: Column('integer'),
  codesSent: Column('integer'),
  sessionHash: Column('text', { nullable: true }),
  sessionUntil: Column('timestamptz(3)', { nullable: true }),
  emailStatus: Choice(EmailStatus, 'Delivery status of the last e-mail to the reviewer.', { nullable: true }),
  emailError: Text('Reason why the last e-mail FAILED. `remindSignOff` sends another.', { nullable: true }),
  openedAt: Time('Time at which the link was first opened.', { nullable: true }),
  verifiedAt: Time('Time at which the reviewer last proved the address.', { nullable: true }),
  decidedAt: Time('Time of the decision.', { nullable: true }),
  reason: Text('Reason of the reviewer.', { nullable: true }),
  evidence: Text(
    'Statement that the decision signs, as canonical JSON (RFC 8785) without personal data. The audit record ' +
      'SIGN_OFF_DECIDED has its SHA-256.',
    { nullable: true },
  ),
  /** Salt of the hashes of name and address, and of the reason, so that the statement does not reveal them. */
  salt: Column('text', { nullable: true }),
}) {}
