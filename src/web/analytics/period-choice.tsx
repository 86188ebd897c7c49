import { useId } from 'preact/hooks'
import { today } from '../format.ts'
import { t } from '../i18n/language.ts'
import { choosePeriod, type Period, PRESETS, type Preset } from './period.ts'

/** The server has no figures before this day. */
const FIRST_DAY = '2000-01-01'

/** The selection of the period. */
export function PeriodChoice({ preset, from, to }: Period & { preset: Preset | undefined }) {
  const id = useId()
  const choose = (value: string) => {
    const chosen = PRESETS.find((each) => each === value)
    choosePeriod(chosen ? { period: chosen } : { from, to })
  }
  return (
    <>
      <div class="field">
        <label for={id}>{t('analytics:period')}</label>
        <select id={id} value={preset ?? ''} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {PRESETS.map((name) => (
            <option key={name} value={name}>
              {t(`analytics:presets.${name}`)}
            </option>
          ))}
          <option value="">{t('analytics:presets.own')}</option>
        </select>
      </div>
      {!preset && (
        <>
          <Day label={t('analytics:from')} value={from} onChoose={(day) => choosePeriod({ from: day, to })} />
          <Day label={t('analytics:to')} value={to} onChoose={(day) => choosePeriod({ from, to: day })} />
        </>
      )}
    </>
  )
}

function Day({ label, value, onChoose }: { label: string; value: string; onChoose: (day: string) => void }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        required
        min={FIRST_DAY}
        max={today()}
        value={value}
        // A date input is invalid until the whole year is typed.
        onChange={({ currentTarget }) => currentTarget.validity.valid && onChoose(currentTarget.value)}
      />
    </div>
  )
}
