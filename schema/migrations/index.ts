import { Migration202611220100_readiness } from './Migration202611220100_readiness.ts'
import { Migration202611220200_audit_free } from './Migration202611220200_audit_free.ts'
import { Migration202611220400_campaign_end } from './Migration202611220400_campaign_end.ts'
import { Migration202611220401_campaign_budget } from './Migration202611220401_campaign_budget.ts'
import { Migration202611220402_notification_facts } from './Migration202611220402_notification_facts.ts'
import { Migration202611220403_no_plan } from './Migration202611220403_no_plan.ts'
import { Migration202611220600_jobs } from './Migration202611220600_jobs.ts'
import { Migration202611220601_mail } from './Migration202611220601_mail.ts'
import { Migration202611220602_deliveries } from './Migration202611220602_deliveries.ts'
import { Migration20261121000000_core } from './Migration20261121000000_core.ts'
import { Migration20261121000100_events } from './Migration20261121000100_events.ts'
import { Migration20261121000200_analytics } from './Migration20261121000200_analytics.ts'
import { Migration20261121000300_privacy } from './Migration20261121000300_privacy.ts'
import { Migration20261121000400_provider } from './Migration20261121000400_provider.ts'
import { Migration20261121000500_content } from './Migration20261121000500_content.ts'
import { Migration20261121000600_team } from './Migration20261121000600_team.ts'
import { Migration20261121000700_realtime } from './Migration20261121000700_realtime.ts'
import { Migration20261121000800_changes } from './Migration20261121000800_changes.ts'
import { Migration20261121000900_campaign_index } from './Migration20261121000900_campaign_index.ts'

/** Every migration, in order. Never edit one that was released; add the next. */
export const migrations = [
  Migration20261121000000_core,
  Migration20261121000100_events,
  Migration20261121000200_analytics,
  Migration20261121000300_privacy,
  Migration20261121000400_provider,
  Migration20261121000500_content,
  Migration20261121000600_team,
  Migration20261121000700_realtime,
  Migration20261121000800_changes,
  Migration20261121000900_campaign_index,
  Migration202611220200_audit_free,
  Migration202611220400_campaign_end,
  Migration202611220600_jobs,
  Migration202611220401_campaign_budget,
  Migration202611220601_mail,
  Migration202611220402_notification_facts,
  Migration202611220403_no_plan,
  Migration202611220602_deliveries,
  Migration202611220100_readiness,
] as const
