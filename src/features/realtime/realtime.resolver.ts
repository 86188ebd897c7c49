import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql'
import { Audit, Permit } from '../../engine/declare/declarations.ts'
import type { Event } from '../../events/events.ts'
import type { AnalyticsDashboard } from '../analytics/analytics.outputs.ts'
import type { AuditRecord } from '../audit/audit-record.entity.ts'
import type { Campaign } from '../campaigns/campaign.entity.ts'
import type { Client } from '../clients/client.entity.ts'
import type { ContentItem } from '../content/content-item.entity.ts'
import type { SignOff } from '../sign-off/sign-off.entity.ts'
import { AuditTail } from './audit-tail.ts'
import { BREACHES } from './breaches.ts'
import { publish, type Start, type StreamEvent, type StreamSpec } from './changes.ts'
import { Dashboards } from './dashboards.ts'
import { idsOf, rowsFor } from './event-rows.ts'
import {
  AuditEvent,
  BreachEvent,
  type BreachTold,
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

/** Live changes. A stream ends with UNAUTHORIZED when its token expires or its user is removed. */
@Resolver()
export class RealtimeResolver {
  @Subscription(() => ClientEvent, {
    description: 'Changes of clients. Each change is sent once, in commit order.',
    subscribe: (start: Start) => publish(start, CLIENTS),
  })
  @Audit('CLIENT', 'FOLLOWED')
  clientChanged(
    @Root() event: StreamEvent<ClientChange>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): StreamEvent<ClientChange> {
    return event
  }

  @Subscription(() => CampaignEvent, {
    description: 'Changes of campaigns. Each change is sent once, in commit order.',
    subscribe: (start: Start) => publish(start, CAMPAIGNS),
  })
  @Audit('CAMPAIGN', 'FOLLOWED')
  campaignChanged(
    @Root() event: StreamEvent<CampaignChange>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): StreamEvent<CampaignChange> {
    return event
  }

  @Subscription(() => ContentEvent, {
    description: 'Changes of content items, and comments on them. Each change is sent once, in commit order.',
    subscribe: (start: Start) => publish(start, CONTENT),
  })
  @Audit('CONTENT', 'FOLLOWED')
  contentChanged(
    @Root() event: StreamEvent<ContentChange>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): StreamEvent<ContentChange> {
    return event
  }

  @Subscription(() => SignOffEvent, {
    description: 'Changes of sign-offs, with the decisions of reviewers. Each change is sent once, in commit order.',
    subscribe: (start: Start) => publish(start, SIGN_OFFS),
  })
  @Audit('SIGN_OFF', 'FOLLOWED')
  signOffChanged(
    @Root() event: StreamEvent<SignOffChange>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): StreamEvent<SignOffChange> {
    return event
  }

  @Subscription(() => DashboardEvent, {
    description:
      'The figures of the dashboard: a `snapshot` first, then an `update` for each change. After `since`, ' +
      'only updates.',
    subscribe: (start: Start) => start.context.streams.shared(Dashboards).follow(start),
  })
  @Permit('org:analytics:read')
  @Audit('DASHBOARD', 'FOLLOWED')
  dashboard(
    @Root() event: StreamEvent<AnalyticsDashboard>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): StreamEvent<AnalyticsDashboard> {
    return event
  }

  @Subscription(() => BreachEvent, {
    description:
      'Breaches, compliance alerts of high or critical severity, and firing security alerts. Each is sent once.',
    subscribe: (start: Start) => publish(start, BREACHES),
  })
  @Permit('org:privacy:read')
  @Audit('BREACH', 'FOLLOWED')
  breaches(
    @Root() event: StreamEvent<BreachTold>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): StreamEvent<BreachTold> {
    return event
  }

  @Subscription(() => AuditEvent, {
    description: 'Records of the audit trail. Each record is sent once, in the order of the chain.',
    subscribe: (start: Start) => start.context.streams.shared(AuditTail).follow(start),
  })
  @Audit('AUDIT', 'FOLLOWED')
  auditRecorded(
    @Root() event: StreamEvent<AuditRecord>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): StreamEvent<AuditRecord> {
    return event
  }
}
