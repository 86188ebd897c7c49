import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql'
import type { AnalyticsDashboard } from '../analytics/analytics.outputs.ts'
import type { AuditRecord } from '../audit/audit-record.entity.ts'
import type { Event } from '../kernel/events.ts'
import { Audit, Permit } from '../kernel/guard.ts'
import type { StreamContext } from '../kernel/stream-context.ts'
import { AuditTail } from './audit-tail.ts'
import { followBreaches } from './breaches.ts'
import { perEvent, type Told, tell } from './changes.ts'
import { Dashboards } from './dashboards.ts'
import {
  AuditEvent,
  BreachEvent,
  type BreachTold,
  type CampaignChange,
  CampaignEvent,
  type ClientChange,
  ClientEvent,
  DashboardEvent,
} from './realtime.outputs.ts'

interface Start {
  args: { since?: string }
  context: StreamContext
}

const SINCE = 'The id of the last event that was seen: what came behind it is told first.'

const clientOf = perEvent(({ db }, { resourceId }) =>
  db
    .selectFrom('client')
    .selectAll()
    .where('id', '=', resourceId ?? '')
    .executeTakeFirst(),
)

const campaignOf = perEvent(({ db }, { resourceId }) =>
  db
    .selectFrom('campaign')
    .selectAll()
    .where('id', '=', resourceId ?? '')
    .executeTakeFirst(),
)

const change = ({ type, resourceId, userId, occurredAt }: Event) => ({ type, resourceId, userId, occurredAt })

/** Live changes. A stream ends with UNAUTHORIZED when its token expires or its user is removed. */
@Resolver()
export class RealtimeResolver {
  @Subscription(() => ClientEvent, {
    description: 'Changes of clients, each once, in the order of their commits.',
    subscribe: ({ args, context }: Start) =>
      tell<ClientChange>(
        context,
        'clients',
        args.since,
        ({ resourceType }) => resourceType === 'CLIENT',
        async (event) => ({
          event: 'change',
          data: { ...change(event), client: (await clientOf(context, event)) ?? null },
        }),
      ),
  })
  @Permit('org:clients:read')
  @Audit('CLIENT', 'FOLLOWED')
  clientChanged(
    @Root() told: Told<ClientChange>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): Told<ClientChange> {
    return told
  }

  @Subscription(() => CampaignEvent, {
    description: 'Changes of campaigns, each once, in the order of their commits.',
    subscribe: ({ args, context }: Start) =>
      tell<CampaignChange>(
        context,
        'campaigns',
        args.since,
        ({ resourceType }) => resourceType === 'CAMPAIGN',
        async (event) => ({
          event: 'change',
          data: { ...change(event), campaign: (await campaignOf(context, event)) ?? null },
        }),
      ),
  })
  @Permit('org:campaigns:read')
  @Audit('CAMPAIGN', 'FOLLOWED')
  campaignChanged(
    @Root() told: Told<CampaignChange>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): Told<CampaignChange> {
    return told
  }

  @Subscription(() => DashboardEvent, {
    description:
      'The figures of the dashboard: a `snapshot`, and then an `update` whenever they change. Resumed by `since`, ' +
      'updates only.',
    subscribe: ({ args, context }: Start) => context.streams.shared(Dashboards).follow(context.caller, args.since),
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
    subscribe: ({ args, context }: Start) => followBreaches(context, args.since),
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
    subscribe: ({ args, context }: Start) => context.streams.shared(AuditTail).follow(context.caller, args.since),
  })
  @Permit('org:audit:read')
  @Audit('AUDIT', 'FOLLOWED')
  auditRecorded(
    @Root() told: Told<AuditRecord>,
    @Arg('since', () => ID, { nullable: true, description: SINCE }) _since?: string,
  ): Told<AuditRecord> {
    return told
  }
}
