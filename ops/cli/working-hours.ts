import { latenessMinutes } from './lateness.ts'
import { alertPrefix, type ClientRecord } from './record.ts'

type Activity = NonNullable<ClientRecord['activity']>

const DAY = 24 * 60

/** How long nothing must happen for NoActivity to fire; before that much of the day has passed, the night would be counted. */
const SILENCE = 60

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60

const text = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** When silence means something: from when the first line of the working day must have come until the day ends. */
const times = (activity: Activity): { start_time: string; end_time: string }[] => {
  const [starts, ends] = [minuteOf(activity.dayStarts), minuteOf(activity.dayEnds)]
  if (starts === ends) return [{ start_time: '00:00', end_time: '24:00' }]
  const wait = SILENCE + latenessMinutes(activity, 'activity')
  const length = (ends - starts + DAY) % DAY
  // A day that is shorter than the wait would never be told about.
  const from = (starts + (length > wait ? wait : 0)) % DAY
  if (from < ends) return [{ start_time: text(from), end_time: text(ends) }]
  const beforeMidnight = { start_time: text(from), end_time: '24:00' }
  return ends === 0 ? [beforeMidnight] : [beforeMidnight, { start_time: '00:00', end_time: text(ends) }]
}

const nameOf = (id: string): string => `working-hours-${id}`

/** Alertmanager's time intervals: the working hours of every client that ships its activity. */
export const timeIntervals = (clients: ClientRecord[]) =>
  clients.flatMap(({ id, activity }) =>
    activity ? [{ name: nameOf(id), time_intervals: [{ times: times(activity), location: activity.timeZone }] }] : [],
  )

/** The route of a client's NoActivity, which nobody needs to hear at night; none without an activity log. */
export const noActivityRoutes = ({ id, activity }: ClientRecord) =>
  activity
    ? [
        {
          receiver: `client-${id}`,
          matchers: [`alertname="${alertPrefix(id)}NoActivity"`],
          active_time_intervals: [nameOf(id)],
        },
      ]
    : []
