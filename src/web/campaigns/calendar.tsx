import { useRef, useState } from 'preact/hooks'
import { CampaignCalendarDocument, type CampaignCardFragment, type CampaignFilter } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { toneOf } from '../components/badge.tsx'
import { Pager, pageOf, show } from '../components/list.tsx'
import { Loaded } from '../components/panel.tsx'
import { day, dayNumber, monthName, shortDay, startOf, today, weekday } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { addDays, addMonths, daysOf, monthOf, partOf, weeksOf } from './month.ts'

/** The largest page of the server. */
const PAGE_SIZE = 100
/** The campaigns of a week that are shown at first. */
const MOST = 8

/** The keys for other months, as in date pickers. */
const BEFORE = 'PageUp'
const AFTER = 'PageDown'

/** The campaigns of a month by their start and end. */
export function Calendar({ filter }: { filter: CampaignFilter }) {
  const { parameters } = route.value
  const heading = useRef<HTMLHeadingElement>(null)
  const month = monthOf(parameters.get('month'), today())
  const weeks = weeksOf(month)
  const [first, last] = [weeks[0]?.[0] ?? month, weeks.at(-1)?.[6] ?? month]
  const query = useQuery(
    CampaignCalendarDocument,
    {
      ...pageOf({}, { size: PAGE_SIZE }),
      filter: { ...filter, runsFrom: startOf(first), runsBefore: startOf(addDays(last, 1)) },
    },
    { topics: ['campaigns', 'clients'] },
  )
  const go = (months: number) => show({ month: addMonths(month, months) })
  const press = (event: KeyboardEvent) => {
    const months = event.key === BEFORE ? -1 : event.key === AFTER ? 1 : 0
    if (!months || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    // The focused link may be of a campaign that the other month lacks.
    heading.current?.focus()
    go(months)
  }
  return (
    <section class="calendar" aria-label={t('campaigns:layouts.calendar')} onKeyDown={press}>
      <header>
        <h2 ref={heading} tabIndex={-1} aria-live="polite">
          {monthName(`${month}-01`)}
        </h2>
        <div class="actions">
          <button type="button" aria-keyshortcuts={BEFORE} onClick={() => go(-1)}>
            {t('campaigns:calendar.before')}
          </button>
          <button type="button" onClick={() => show({ month: undefined })}>
            {t('campaigns:calendar.today')}
          </button>
          <button type="button" aria-keyshortcuts={AFTER} onClick={() => go(1)}>
            {t('campaigns:calendar.after')}
          </button>
        </div>
      </header>
      <Loaded query={query}>
        {({ list }) => (
          <>
            <div class="week names" aria-hidden="true">
              {weeks[0]?.map((each) => (
                <span key={each}>{weekday(each)}</span>
              ))}
            </div>
            <ol>
              {weeks.map((week) => (
                <Week key={week[0]} week={week} month={month} campaigns={list.nodes} />
              ))}
            </ol>
            <Pager page={list} sentence={t('campaigns:calendar.count', { count: list.totalCount })} />
          </>
        )}
      </Loaded>
    </section>
  )
}

interface Bar {
  campaign: CampaignCardFragment
  days: readonly [first: string, last: string]
  part: readonly [from: number, to: number]
}

/** The campaigns of a week, the earliest first and of these the longest. */
const barsOf = (week: readonly string[], campaigns: readonly CampaignCardFragment[]): Bar[] =>
  campaigns
    .flatMap((campaign) => {
      const days = daysOf(campaign)
      const part = days && partOf(week, days)
      return part ? [{ campaign, days, part }] : []
    })
    .sort((one, other) => compare(one.days[0], other.days[0]) || compare(other.days[1], one.days[1]))

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

interface WeekProps {
  week: readonly string[]
  month: string
  campaigns: readonly CampaignCardFragment[]
}

function Week({ week, month, campaigns }: WeekProps) {
  const [isLong, setLong] = useState(false)
  const bars = barsOf(week, campaigns)
  const shown = isLong ? bars : bars.slice(0, MOST)
  return (
    <li class="week" aria-label={t('campaigns:calendar.week', { day: day(week[0] ?? '') })}>
      {week.map((each, index) => (
        <time
          key={each}
          dateTime={each}
          class={each.startsWith(month) ? '' : 'other'}
          aria-current={each === today() ? 'date' : undefined}
          style={{ gridColumn: index + 1 }}
        >
          {dayNumber(each)}
        </time>
      ))}
      <p class="week-name">{t('campaigns:calendar.week', { day: day(week[0] ?? '') })}</p>
      {shown.map(({ campaign: { id, name, status }, days, part: [from, to] }) => (
        <a
          key={id}
          href={hrefOf('campaigns', [id])}
          class={`bar-link ${toneOf(status)} ${days[0] < (week[0] ?? '') ? 'began' : ''} ${days[1] > (week[6] ?? '') ? 'goes-on' : ''}`}
          title={name}
          style={{ gridColumn: `${from} / ${to + 1}` }}
        >
          <span>{name}</span>
          <span class="about">
            {label(status)}, {[...new Set(days)].map(shortDay).join(' – ')}
          </span>
        </a>
      ))}
      {bars.length > shown.length && (
        <button type="button" class="plain" onClick={() => setLong(true)}>
          {t('campaigns:calendar.more', { count: bars.length - shown.length })}
        </button>
      )}
    </li>
  )
}
