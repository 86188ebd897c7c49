import { z } from 'zod'
import { request, sendJson } from './urls.ts'

const silences = z.array(
  z.object({
    id: z.string(),
    status: z.object({ state: z.string() }),
    matchers: z.array(
      z.object({ name: z.string(), value: z.string(), isRegex: z.boolean(), isEqual: z.boolean().default(true) }),
    ),
    startsAt: z.string(),
    endsAt: z.string(),
    createdBy: z.string(),
    comment: z.string(),
  }),
)

/** A silence in Alertmanager's format. */
export type Silence = z.output<typeof silences>[number]

/** Parses `client=acme`, `severity!=critical`, `instance=~.*example.*` or `instance!~...`. */
export const parseMatcher = (text: string) => {
  const [, name, operator, value] = /^([A-Za-z_]\w*)(=~|!~|!=|=)(.+)$/s.exec(text) ?? []
  if (!name || !operator || !value)
    throw new Error(`"${text}" is not a matcher: write name=value, name!=value, name=~regex or name!~regex`)
  // Without isRegex Alertmanager answers 422.
  return { name, value, isRegex: operator.endsWith('~'), isEqual: operator.startsWith('=') }
}

/** Parses `90m`, `2h` or `7d`. Returns milliseconds. */
export const parseDuration = (text: string): number => {
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(text) ?? []
  const minutes = { m: 1, h: 60, d: 1440 }[unit ?? '']
  if (!amount || !minutes || Number(amount) === 0) throw new Error(`"${text}" is not a duration: write 90m, 2h or 7d`)
  return Number(amount) * minutes * 60_000
}

/** The input of a new silence. */
export interface NewSilence {
  matchers: string[]
  duration: string
  createdBy: string
  comment: string
}

/** Silences matching alerts from now on. Returns the silence's id. */
export const addSilence = async (
  alertmanager: string,
  { matchers, duration, createdBy, comment }: NewSilence,
): Promise<string> => {
  const now = Date.now()
  const response = await sendJson('POST', `${alertmanager}/api/v2/silences`, {
    matchers: matchers.map(parseMatcher),
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + parseDuration(duration)).toISOString(),
    createdBy,
    comment,
  })
  return z.object({ silenceID: z.string() }).parse(await response.json()).silenceID
}

/** Lists active and pending silences. */
export const listSilences = async (alertmanager: string): Promise<Silence[]> => {
  const response = await request(`${alertmanager}/api/v2/silences`)
  return silences.parse(await response.json()).filter(({ status }) => status.state !== 'expired')
}

/** Ends a silence now. */
export const expireSilence = async (alertmanager: string, id: string): Promise<void> => {
  await request(`${alertmanager}/api/v2/silence/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Formats a matcher as `parseMatcher` accepts it. */
export const matcherText = ({ name, value, isRegex, isEqual }: Silence['matchers'][number]): string =>
  `${name}${isEqual ? (isRegex ? '=~' : '=') : isRegex ? '!~' : '!='}${value}`
