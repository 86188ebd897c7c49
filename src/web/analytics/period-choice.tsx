import { show } from '../components/list.tsx'
import { Input, Select } from '../components/select.tsx'
import { isDay, today } from '../format.ts'
import { t } from '../i18n/language.ts'

/** A period of days, the last one included. */
export interface Period {
  from: string
  to: string
}

const PRESETS = ['days7', 'days30', 'days90', 'month', 'lastMonth', 'year'] as const
type Preset = (typeof PRESETS)[number]

/** The browser's storage key of the last selected period. */
const KEY = 'period'
const MS_PER_DAY = 86_400_000

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const daysBefore = (day: string, days: number) => dayOf(Date.parse(day) - days * MS_PER_DAY)
const monthOf = (day: string) => `${day.slice(0, 7)}-01`

const PERIODS: Record<Preset, (to: string) => Period> = {
  days7: (to) => ({ from: daysBefore(to, 6), to }),
  days30: (to) => ({ from: daysBefore(to, 29), to }),
  days90: (to) => ({ from: daysBefore(to, 89), to }),
  month: (to) => ({ from: monthOf(to), to }),
  lastMonth: (to) => {
    const last = daysBefore(monthOf(to), 1)
    return { from: monthOf(last), to: last }
  },
  year: (to) => ({ from: `${to.slice(0, 4)}-01-01`, to }),
}

/** The period in the address, or else the last selected period. A period with chosen days has no preset. */
export function periodOf(parameters: URLSearchParams): Period & { preset: Preset | undefined } {
  const isAsked = ['period', 'from', 'to'].some((name) => parameters.has(name))
  const asked = isAsked ? parameters : new URLSearchParams(localStorage.getItem(KEY) ?? '')
  const [from, to] = [asked.get('from'), asked.get('to')]
  if (isDay(from) && isDay(to)) return { preset: undefined, from, to }
  const preset = PRESETS.find((each) => each === asked.get('period')) ?? 'days30'
  return { preset, ...PERIODS[preset](today()) }
}

/** Selects another period, now and for the next visit. */
function choosePeriod(choice: { period: Preset } | Period): void {
  localStorage.setItem(KEY, new URLSearchParams({ ...choice }).toString())
  show({ period: undefined, from: undefined, to: undefined, ...choice })
}

/** The server has no figures before this day. */
const FIRST_DAY = '2000-01-01'

/** The selection of the period. */
export function PeriodChoice({ preset, from, to }: Period & { preset: Preset | undefined }) {
  const choose = (value: string) => {
    const chosen = PRESETS.find((each) => each === value)
    choosePeriod(chosen ? { period: chosen } : { from, to })
  }
  const day = { type: 'date', required: true, min: FIRST_DAY, max: today() } as const
  return (
    <>
      <Select
        label={t('analytics:period')}
        value={preset ?? ''}
        none={t('analytics:presets.own')}
        choices={PRESETS.map((value) => ({ value, label: t(`analytics:presets.${value}`) }))}
        onChoose={choose}
      />
      {!preset && (
        <>
          <Input {...day} label={t('analytics:from')} value={from} onChoose={(from) => choosePeriod({ from, to })} />
          <Input {...day} label={t('analytics:to')} value={to} onChoose={(to) => choosePeriod({ from, to })} />
        </>
      )}
    </>
  )
}
