import type { ClassType } from 'type-graphql'
import { declareFields } from '../../graphql/row-fields.ts'
import { ApiKey } from '../api-keys/api-key.entity.ts'
import { AuditRecord } from '../audit/audit-record.entity.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { Client } from '../clients/client.entity.ts'
import { ContentComment } from '../content/content-comment.entity.ts'
import { ContentItem } from '../content/content-item.entity.ts'
import { ContentMention } from '../content/content-mention.entity.ts'
import { ContentVersion } from '../content/content-version.entity.ts'
import { Invitation } from '../invitations/invitation.entity.ts'
import { Breach } from '../privacy/breaches/breach.entity.ts'
import { BreachUpdate } from '../privacy/breaches/breach-update.entity.ts'
import { Consent } from '../privacy/consents/consent.entity.ts'
import { ContactBasis } from '../privacy/contacts/contact-basis.entity.ts'
import { Suppression } from '../privacy/contacts/suppression.entity.ts'
import { LegalHold } from '../privacy/holds/hold.entity.ts'
import { ProcessingActivity } from '../privacy/register/activity.entity.ts'
import { Operator } from '../privacy/register/operator.entity.ts'
import { DataSubjectRequest } from '../privacy/requests/request.entity.ts'
import { SignOff } from '../sign-off/sign-off.entity.ts'
import { Webhook } from '../webhooks/webhook.entity.ts'
import { TeamMember } from './team-member.entity.ts'

/*
 * Resolves the user ids of rows to members of the team. An API key and a former member resolve to null, as does every
 * id for a caller who may not read the team. Audit records name both.
 */

/** Declares fields that return members. Each entry has the column with the user id, and the action of the member. */
function declareMembers<E extends object>(
  Entity: ClassType<E>,
  members: Readonly<Record<string, readonly [by: keyof E & string, what: string]>>,
): void {
  declareFields(Entity, ({ one }) =>
    Object.fromEntries(
      Object.entries(members).map(([name, [by, what]]) => {
        const description = `Member who ${what}. Null for an API key, and for a user who is not a member.`
        return [name, one(() => TeamMember, by, { key: 'userId', description })]
      }),
    ),
  )
}

declareFields(AuditRecord, ({ computed, linked }) => ({
  userName: computed(
    () => String,
    {
      member: linked('userId', 'teamMember', 'name', { key: 'userId', withRemoved: true }),
      apiKey: linked('userId', 'apiKey', 'name', { prefix: 'key:' }),
    },
    ({ member, apiKey }) => member ?? apiKey,
    {
      nullable: true,
      sql: ({ member, apiKey }) => `coalesce(${member}, ${apiKey})`,
      graphqlOnly: true,
      description:
        'Name of the member or API key that acted, also of a former member. Null for a deleted API key, for a user who ' +
        'was never a member, and for the service itself.',
    },
  ),
}))
declareMembers(Campaign, { author: ['createdBy', 'created the campaign'] })
declareMembers(Client, { creator: ['createdBy', 'created the client'] })
declareMembers(ContentItem, {
  author: ['createdBy', 'created the content'],
  editor: ['editedBy', 'edited the current version'],
})
declareMembers(ContentVersion, { author: ['createdBy', 'edited this version'] })
declareMembers(ContentComment, {
  author: ['createdBy', 'wrote the comment'],
  resolver: ['resolvedBy', 'resolved the comment'],
})
declareMembers(ContentMention, { member: ['userId', 'is mentioned'] })
declareMembers(Invitation, { inviter: ['createdBy', 'sent the invitation'] })
declareMembers(TeamMember, { inviter: ['createdBy', 'added this member'] })
declareMembers(ApiKey, { creator: ['createdBy', 'created the key'] })
declareMembers(Webhook, { creator: ['createdBy', 'created the webhook'] })
declareMembers(Breach, {
  reporter: ['createdBy', 'reported the breach'],
  assignee: ['assignedTo', 'handles the breach'],
})
declareMembers(BreachUpdate, { creator: ['createdBy', 'recorded the update'] })
declareMembers(DataSubjectRequest, {
  creator: ['createdBy', 'lodged the request'],
  assignee: ['assignedTo', 'handles the request'],
  decider: ['decidedBy', 'decided the request'],
  executor: ['executedBy', 'completed the request'],
})
declareMembers(Consent, { creator: ['createdBy', 'recorded the consent'] })
declareMembers(ContactBasis, { creator: ['createdBy', 'recorded the ground'] })
declareMembers(Suppression, { creator: ['createdBy', 'recorded the suppression'] })
declareMembers(LegalHold, { creator: ['createdBy', 'placed the hold'], releaser: ['releasedBy', 'released the hold'] })
declareMembers(SignOff, { requester: ['createdBy', 'requested the sign-off'] })
declareMembers(Operator, { creator: ['createdBy', 'recorded the operator'] })
declareMembers(ProcessingActivity, { creator: ['createdBy', 'recorded the activity'] })
