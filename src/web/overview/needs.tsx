import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { NeedsDocument, type NeedsQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Below, Empty, QueryPanel } from '../components/panel.tsx'
import { day, moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'

/** Something for the caller to do, with its link. */
interface Need {
  text: string
  href: string
  isLate?: boolean
}

/** An invitation that expires within this time is shown, so that the user resends it or asks the person. */
const SOON_MS = 2 * 24 * 60 * 60 * 1000

/** The tasks that wait for the caller. Tasks that the caller may not do are left out. */
export function Needs({ children }: { children: ComponentChildren }) {
  const asked = {
    approvals: session.may('org:campaigns:start'),
    reviews: session.may('org:content:approve'),
    campaigns: session.may('org:campaigns:write'),
    invitations: session.may('org:invitations:write'),
    privacy: session.may('org:privacy:write'),
  }
  return Object.values(asked).some(Boolean) ? <List asked={asked}>{children}</List> : children
}

type Asked = Record<'approvals' | 'reviews' | 'campaigns' | 'invitations' | 'privacy', boolean>

function List({ asked, children }: { asked: Asked; children: ComponentChildren }) {
  const [now] = useState(() => new Date())
  const query = useQuery(
    NeedsDocument,
    { ...asked, now: now.toISOString() },
    { topics: ['campaigns', 'content', 'breaches'], pauseMs: 30_000 },
  )
  return (
    <>
      <QueryPanel title={t('overview:needs.title')} class="wide" query={query}>
        {(found) => {
          const needs = needsOf(found, now)
          if (needs.length === 0) return <Empty>{t('overview:needs.none')}</Empty>
          return (
            <ul class="needs">
              {needs.map(({ text, href, isLate }) => (
                <li key={text}>
                  {isLate && <span class="badge bad">{t('overview:needs.late')}</span>} <a href={href}>{text}</a>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryPanel>
      <Below query={query}>{children}</Below>
    </>
  )
}

/** Overdue tasks first. */
function needsOf({ approvals, reviews, late, failed, invitations, requests, alerts }: NeedsQuery, now: Date): Need[] {
  const due = requestsDue(requests)
  const needs = [
    ...due.filter(({ isLate }) => isLate),
    ...(late?.nodes ?? []).map(({ id, name, status, startsAt }) => ({
      text: t('overview:needs.notStarted', { name, moment: startsAt && moment(startsAt), status: label(status) }),
      href: hrefOf('campaigns', [id]),
      isLate: true,
    })),
    ...more(late, hrefOf('campaigns')),
    ...(failed?.nodes ?? []).map(({ id, name }) => ({
      text: t('overview:needs.failed', { name }),
      href: hrefOf('campaigns', [id]),
      isLate: true,
    })),
    ...more(failed, hrefOf('campaigns', [], { status: 'FAILED' })),
    ...due.filter(({ isLate }) => !isLate),
    ...counted(approvals, hrefOf('approvals'), (count) => t('overview:needs.approvals', { count })),
    ...counted(reviews, hrefOf('approvals'), (count) => t('overview:needs.reviews', { count })),
    ...counted(alerts, hrefOf('privacy', ['compliance'], { status: 'OPEN' }), (count) =>
      t('overview:needs.alerts', { count }),
    ),
  ]
  const expiring = (invitations?.nodes ?? []).filter(
    ({ expiresAt }) => new Date(expiresAt).getTime() < now.getTime() + SOON_MS,
  )
  return [
    ...needs,
    ...expiring.map(({ email, expiresAt }) => ({
      text: t('overview:needs.invitation', { email, moment: moment(expiresAt) }),
      href: hrefOf('administration', ['invitations'], { status: 'PENDING' }),
    })),
  ]
}

/** Requests of data subjects that are overdue, or due within this number of days. */
const DUE_DAYS = 5

const requestsDue = (requests: NeedsQuery['requests']): Need[] =>
  (requests?.nodes ?? [])
    .filter(({ overdue, daysLeft }) => overdue || (daysLeft ?? DUE_DAYS) < DUE_DAYS)
    .map(({ id, type, subject, dueAt, overdue }) => ({
      text: t('overview:needs.request', { type: label(type), name: subject.name, day: day(dueAt) }),
      href: hrefOf('privacy', ['requests', id]),
      isLate: overdue,
    }))

const counted = (
  found: { totalCount: number } | null | undefined,
  href: string,
  sentence: (count: number) => string,
): Need[] => (found && found.totalCount > 0 ? [{ text: sentence(found.totalCount), href }] : [])

function more(found: { totalCount: number; nodes: readonly unknown[] } | null | undefined, href: string): Need[] {
  const count = (found?.totalCount ?? 0) - (found?.nodes.length ?? 0)
  return count > 0 ? [{ text: t('overview:needs.more', { count }), href, isLate: true }] : []
}
