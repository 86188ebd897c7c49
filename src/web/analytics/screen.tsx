import { Toolbar } from '../components/list.tsx'
import { t } from '../i18n/language.ts'
import { Trend } from '../overview/trend.tsx'
import { route } from '../route.ts'
import { Breakdown } from './breakdown.tsx'
import { Figures } from './figures.tsx'
import { PeriodChoice, periodOf } from './period-choice.tsx'
import { ReportChoice } from './report.tsx'
import { Schedules } from './schedules.tsx'
import { ScopeChoice, scopeOf } from './scope.tsx'
import { SignOffs } from './sign-offs.tsx'

/** The figures of campaigns in a period, in total and by part. */
export default function Screen() {
  const { parameters } = route.value
  const { preset, ...period } = periodOf(parameters)
  const scope = scopeOf(parameters)
  return (
    <>
      <div class="panel">
        <Toolbar>
          <PeriodChoice preset={preset} {...period} />
          <ScopeChoice {...scope} />
          {period.from <= period.to && <ReportChoice period={period} scope={scope} />}
        </Toolbar>
        {period.from > period.to && (
          <p class="failure" role="alert">
            {t('analytics:upsideDown')}
          </p>
        )}
      </div>
      {period.from <= period.to && (
        <div class="in-turn">
          <Figures period={period} scope={scope} />
          <Breakdown period={period} scope={scope} />
          <Trend period={period} scope={scope} />
          {/* Sign-offs are not counted by sector or type. */}
          {!scope.sector && !scope.type && <SignOffs period={period} clientId={scope.clientId} />}
          <Schedules scope={scope} />
        </div>
      )}
    </>
  )
}
