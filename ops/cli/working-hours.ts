import { latenessMinutes } from './lateness.ts'
import { receiverNames } from './receivers.ts'
import { alertPrefix, type ClientRecord } from './record.ts'

type Activity = NonNullable<ClientRecord['activity']>

const DAY = 24 * 60

/**
 * Minutes without activity after which NoActivity fires. The night would count too before this time has passed in a
 * day.
 */
const SILENCE = 60

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60

const text = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/**
 * The times at which missing activity is a problem: from the latest arrival of the first line of a working day to the
 * end of the day.
 */
const times = (activity: Activity): { start_time: string; end_time: string }[] => {
  const [starts, ends] = [minuteOf(activity.dayStarts), minuteOf(activity.dayEnds)]
  if (starts === ends) return [{ start_time: '00:00', end_time: '24:00' }]
  const wait = SILENCE + latenessMinutes(activity, 'activity')
  const length = (ends - starts + DAY) % DAY
  // Without this, a day that is shorter than the wait would never raise the alert.
  const from = (starts + (length > wait ? wait : 0)) % DAY
  if (from < ends) return [{ start_time: text(from), end_time: text(ends) }]
  const beforeMidnight = { start_time: text(from), end_time: '24:00' }
  return ends === 0 ? [beforeMidnight] : [beforeMidnight, { start_time: '00:00', end_time: text(ends) }]
}

const nameOf = (id: string): string => `working-hours-${id}`

/** Alertmanager's time intervals: the working hours of every client that ships its activity log. */
export const timeIntervals = (clients: ClientRecord[]) =>
  clients.flatMap(({ id, activity }) =>
    activity ? [{ name: nameOf(id), time_intervals: [{ times: times(activity), location: activity.timeZone }] }] : [],
  )

/**
 * The route of a client's NoActivity alert, which is muted outside working hours. None for a client without an activity
 * log.
 */
export const noActivityRoutes = (client: ClientRecord) => {
  const { id, activity } = client
  const [usual] = receiverNames(client)
  return activity
    ? [
        {
          receiver: usual,
          matchers: [`alertname="${alertPrefix(id)}NoActivity"`],
          active_time_intervals: [nameOf(id)],
        },
      ]
    : []
}
