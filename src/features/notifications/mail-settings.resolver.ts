import { Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { notFound } from '../../common/errors.ts'
import { Audit, Fails } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { changeRow } from '../../engine/write/rows.ts'
import { InputArg } from '../../graphql/arguments.ts'
import { Output } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'
import { Input } from '../../graphql/inputs.ts'
import { MailLanguage, TeamMember } from '../team/team-member.entity.ts'
import { nextDigest } from './digest.work.ts'

const Settings = fields({
  mailsAtOnce: field(
    Boolean,
    'Whether the member gets an e-mail when somebody mentions them, or decides on their campaign or content.',
  ),
  mailsDaily: field(
    Boolean,
    'Whether the member gets an e-mail with unread notifications at 7:00 (Africa/Johannesburg), if there are any.',
  ),
  mailLanguage: field(MailLanguage, 'Language of the e-mails.'),
})

@Output('E-mails that the caller gets as a member of the team.')
export class MailSettings extends Settings {}

@Input('E-mails that the caller wants.')
export class MailSettingsInput extends Settings {}

const memberOf = ({ db, caller }: Context): Promise<TeamMember | undefined> =>
  db
    .selectFrom('teamMember')
    .selectAll()
    .where('userId', '=', caller.userId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

type Stored = Pick<TeamMember, 'mailsAtOnce' | 'mailLanguage' | 'digestDueAt'>

const settingsOf = ({ mailsAtOnce, mailLanguage, digestDueAt }: Stored): MailSettings => ({
  mailsAtOnce,
  mailsDaily: digestDueAt !== null,
  mailLanguage,
})

@Resolver()
export class MailSettingsResolver {
  @Query(() => MailSettings, {
    nullable: true,
    description: 'E-mails that the caller gets. Null for a caller who is not in the team.',
  })
  @Audit('MAIL_SETTINGS', 'VIEWED')
  async mailSettings(@Ctx() { db, caller }: Context): Promise<MailSettings | null> {
    const settings = await db
      .selectFrom('teamMember')
      .select(['mailsAtOnce', 'mailLanguage', 'digestDueAt'])
      .where('userId', '=', caller.userId)
      .where('removedAt', 'is', null)
      .executeTakeFirst()
    return settings ? settingsOf(settings) : null
  }

  @Mutation(() => MailSettings, {
    description: 'Chooses the e-mails that the caller gets. NOT_FOUND for a caller who is not in the team.',
  })
  @Audit('MAIL_SETTINGS', 'UPDATED')
  @Fails('NOT_FOUND')
  async updateMailSettings(
    @InputArg(MailSettingsInput, 'All settings.') { mailsDaily, ...chosen }: MailSettingsInput,
    @Ctx() ctx: Context,
  ): Promise<MailSettings> {
    const member = await memberOf(ctx)
    if (!member) throw notFound('Team member')
    const digestDueAt = mailsDaily ? (member.digestDueAt ?? (await nextDigest(ctx))) : null
    if (digestDueAt) ctx.makeDue('digests', digestDueAt)
    return settingsOf(changeRow(ctx, TeamMember, Object.freeze(member), { ...chosen, digestDueAt }))
  }
}
