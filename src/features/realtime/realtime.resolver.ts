import { Arg, type ClassType, ID, Resolver, Root, Subscription } from 'type-graphql'
import { Audit, Permit } from '../../engine/declare/declarations.ts'
import type { RootField } from '../../engine/declare/root-fields.ts'
import type { Event } from '../../events/events.ts'
import type { Campaign } from '../campaigns/campaign.entity.ts'
import type { Client } from '../clients/client.entity.ts'
import type { ContentItem } from '../content/content-item.entity.ts'
import type { SignOff } from '../sign-off/sign-off.entity.ts'
import { AuditTail } from './audit-tail.ts'
import { BREACHES } from './breaches.ts'
import { publish, type Start, type StreamSpec } from './changes.ts'
import { Dashboards } from './dashboards.ts'
import { idsOf, rowsFor } from './event-rows.ts'
import {
  AuditEvent,
  BreachEvent,
  type CampaignChange,
  CampaignEvent,
  type ClientChange,
  ClientEvent,
  type ContentChange,
  ContentEvent,
  DashboardEvent,
  type SignOffChange,
  SignOffEvent,
} from './realtime.outputs.ts'

const SINCE = 'Id of the last received event. The events after it are sent first.'

const CHANGE = {
  event: 'change',
  own: ({ type, resourceId, userId, occurredAt }: Event) => ({ type, resourceId, userId, occurredAt }),
}

const CLIENTS: StreamSpec<ClientChange, Client> = {
  ...CHANGE,
  kind: 'clients',
  isWanted: ({ resourceType }) => resourceType === 'CLIENT',
  rows: rowsFor(({ db }, events) => db.selectFrom('client').selectAll().where('id', 'in', idsOf(events)).execute()),
  fields: ['client'],
  show: (_, client) => ({ client: client ?? null }),
}

const CAMPAIGNS: StreamSpec<CampaignChange, Campaign> = {
  ...CHANGE,
  kind: 'campaigns',
  isWanted: ({ resourceType }) => resourceType === 'CAMPAIGN',
  rows: rowsFor(({ db }, events) => db.selectFrom('campaign').selectAll().where('id', 'in', idsOf(events)).execute()),
  fields: ['campaign'],
  show: (_, campaign) => ({ campaign: campaign ?? null }),
}

const CONTENT: StreamSpec<ContentChange, ContentItem> = {
  ...CHANGE,
  kind: 'content',
  // Events of erasures name the table instead of the resource.
  isWanted: ({ resourceType }) => resourceType === 'CONTENT' || resourceType === 'CONTENT_ITEM',
  rows: rowsFor(({ db }, events) =>
    db.selectFrom('contentItem').selectAll().where('id', 'in', idsOf(events)).execute(),
  ),
  fields: ['content'],
  show: (_, content) => ({ content: content ?? null }),
}

const SIGN_OFFS: StreamSpec<SignOffChange, SignOff> = {
  ...CHANGE,
  kind: 'sign-offs',
  isWanted: ({ resourceType }) => resourceType === 'SIGN_OFF',
  rows: rowsFor(({ db }, events) => db.selectFrom('signOff').selectAll().where('id', 'in', idsOf(events)).execute()),
  fields: ['signOff'],
  show: (_, signOff) => ({ signOff: signOff ?? null }),
}

/** Declares a subscription without a method: the events of its stream are complete. */
const StreamRoot =
  (
    type: ClassType<object>,
    resourceType: string,
    description: string,
    subscribe: (start: Start) => Promise<AsyncIterable<unknown>>,
  ): PropertyDecorator =>
  (target, name) => {
    Object.defineProperty(target, name, { value: (event: object) => event })
    Subscription(() => type, { description, subscribe })(target, name, {})
    Audit(resourceType, 'FOLLOWED')(target, name)
    Root()(target, name, 0)
    Arg('since', () => ID, { nullable: true, description: SINCE })(target, name, 1)
  }

/** Live changes. A stream ends with UNAUTHORIZED when its token expires or its user is removed. */
@Resolver()
export class RealtimeResolver {
  @StreamRoot(ClientEvent, 'CLIENT', 'Changes of clients. Each change is sent once, in commit order.', (start) =>
    publish(start, CLIENTS),
  )
  declare readonly clientChanged: RootField

  @StreamRoot(CampaignEvent, 'CAMPAIGN', 'Changes of campaigns. Each change is sent once, in commit order.', (start) =>
    publish(start, CAMPAIGNS),
  )
  declare readonly campaignChanged: RootField

  @StreamRoot(
    ContentEvent,
    'CONTENT',
    'Changes of content items, and comments on them. Each change is sent once, in commit order.',
    (start) => publish(start, CONTENT),
  )
  declare readonly contentChanged: RootField

  @StreamRoot(
    SignOffEvent,
    'SIGN_OFF',
    'Changes of sign-offs, with the decisions of reviewers. Each change is sent once, in commit order.',
    (start) => publish(start, SIGN_OFFS),
  )
  declare readonly signOffChanged: RootField

  @StreamRoot(
    DashboardEvent,
    'DASHBOARD',
    'The figures of the dashboard: a `snapshot` first, then an `update` for each change. After `since`, ' +
      'only updates.',
    (start) => start.context.streams.shared(Dashboards).follow(start),
  )
  @Permit('org:analytics:read')
  declare readonly dashboard: RootField

  @StreamRoot(
    BreachEvent,
    'BREACH',
    'Breaches, compliance alerts of high or critical severity, and firing security alerts. Each is sent once.',
    (start) => publish(start, BREACHES),
  )
  @Permit('org:privacy:read')
  declare readonly breaches: RootField

  @StreamRoot(
    AuditEvent,
    'AUDIT',
    'Records of the audit trail. Each record is sent once, in the order of the chain.',
    (start) => start.context.streams.shared(AuditTail).follow(start),
  )
  declare readonly auditRecorded: RootField
}
