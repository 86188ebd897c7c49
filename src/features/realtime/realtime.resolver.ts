import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql'
import { Audit, Permit } from '../../engine/guard.ts'
import type { Event } from '../../events/events.ts'
import type { AnalyticsDashboard } from '../analytics/analytics.outputs.ts'
import type { AuditRecord } from '../audit/audit-record.entity.ts'
import type { Campaign } from '../campaigns/campaign.entity.ts'
import type { Client } from '../clients/client.entity.ts'
import type { ContentItem } from '../content/content-item.entity.ts'
import { AuditTail } from './audit-tail.ts'
import { BREACHES } from './breaches.ts'
import { type Start, type Telling, type Told, tell } from './changes.ts'
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
} from './realtime.outputs.ts'

const SINCE = 'Id of the last event that was received; events after it are sent first.'

const CHANGE = {
  event: 'change',
  own: ({ type, resourceId, userId, occurredAt }: Event) => ({ type, resourceId, userId, occurredAt }),
}

const CLIENTS: Telling<ClientChange, Client> = {
  ...CHANGE,
  kind: 'clients',
  isWanted: ({ resourceType }) => resourceType === 'CLIENT',
  rows: rowsFor(({ db }, events) => db.selectFrom('client').selectAll().where('id', 'in', idsOf(events)).execute()),
  fields: ['client'],
  show: (_, client) => ({ client: client ?? null }),
}

const CAMPAIGNS: Telling<CampaignChange, Campaign> = {
  ...CHANGE,
  kind: 'campaigns',
  isWanted: ({ resourceType }) => resourceType === 'CAMPAIGN',
  rows: rowsFor(({ db }, events) => db.selectFrom('campaign').selectAll().where('id', 'in', idsOf(events)).execute()),
  fields: ['campaign'],
  show: (_, campaign) => ({ campaign: campaign ?? null }),
}

const CONTENT: Telling<ContentChange, ContentItem> = {
  ...CHANGE,
  kind: 'content',
  // Erasures name the table.
  isWanted: ({ resourceType }) => resourceType === 'CONTENT' || resourceType === 'CONTENT_ITEM',
  rows: rowsFor(({ db }, events) =>
    db.selectFrom('contentItem').selectAll().where('id', 'in', idsOf(events)).execute(),
  ),
  fields: ['content'],
  show: (_, content) => ({ content: content ?? null }),
}

/** Live changes. A stream ends with UNAUTHORIZED when its token expires or its user is removed. */
@Resolver()
export class RealtimeResolver {
  @Subscription(() => ClientEvent, {
    description: 'Changes of clients, each once, in the order of their commits.',
    subscribe: (start: Start) => tell(start, CLIENTS),
  })
  @Audit('CLIENT', 'FOLLOWED')
  clientChanged(
    @Root() told: Told<ClientChange>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): Told<ClientChange> {
    return told
  }

  @Subscription(() => CampaignEvent, {
    description: 'Changes of campaigns, each once, in the order of their commits.',
    subscribe: (start: Start) => tell(start, CAMPAIGNS),
  })
  @Audit('CAMPAIGN', 'FOLLOWED')
  campaignChanged(
    @Root() told: Told<CampaignChange>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): Told<CampaignChange> {
    return told
  }

  @Subscription(() => ContentEvent, {
    description: 'Changes of content items and comments on them, each once, in the order of their commits.',
    subscribe: (start: Start) => tell(start, CONTENT),
  })
  @Audit('CONTENT', 'FOLLOWED')
  contentChanged(
    @Root() told: Told<ContentChange>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): Told<ContentChange> {
    return told
  }

  @Subscription(() => DashboardEvent, {
    description:
      'The figures of the dashboard: a `snapshot`, and then an `update` whenever they change. Resumed by `since`, ' +
      'updates only.',
    subscribe: (start: Start) => start.context.streams.shared(Dashboards).follow(start),
  })
  @Permit('org:analytics:read')
  @Audit('DASHBOARD', 'FOLLOWED')
  dashboard(
    @Root() told: Told<AnalyticsDashboard>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): Told<AnalyticsDashboard> {
    return told
  }

  @Subscription(() => BreachEvent, {
    description: 'Breaches, high compliance alerts and firing security alerts, each once.',
    subscribe: (start: Start) => tell(start, BREACHES),
  })
  @Permit('org:privacy:read')
  @Audit('BREACH', 'FOLLOWED')
  breaches(
    @Root() told: Told<BreachTold>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): Told<BreachTold> {
    return told
  }

  @Subscription(() => AuditEvent, {
    description: 'Records of the audit trail, each once, in the order of the chain.',
    subscribe: (start: Start) => start.context.streams.shared(AuditTail).follow(start),
  })
  @Audit('AUDIT', 'FOLLOWED')
  auditRecorded(
    @Root() told: Told<AuditRecord>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): Told<AuditRecord> {
    return told
  }
}
