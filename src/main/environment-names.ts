import leven from 'leven'

/** The environment variables of a process. */
export type Environment = Record<string, string | undefined>

/** Shorter names are not compared, because other programs use similar ones: `HOST`, `POST`, `PORTS`. */
const SHORTEST = 7

const words = (name: string) => name.split('_')

/** Whether one name is the start of the other: `RATE_LIMIT_WINDOW`, `AUTH_ISSUER_URL`. */
function isCut(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return words(short).length > 1 && long.startsWith(`${short}_`)
}

/**
 * Whether the names differ by typing errors: at most two, or one in a short name. `NODE_EXE`, which npm sets, is not
 * `NODE_ENV`.
 */
const isSlip = (name: string, known: string): boolean =>
  Math.min(name.length, known.length) >= SHORTEST && leven(name, known) <= (known.length > 8 ? 2 : 1)

/**
 * The variables that were probably meant for the gateway, each with the name that it resembles. Other programs use
 * similar names, so a variable is reported only if the one that it resembles is not set.
 */
export function misspelt(environment: Environment, known: readonly string[]): [string, string][] {
  const missing = known.filter((name) => !environment[name])
  return Object.keys(environment)
    .filter((name) => environment[name] && !known.includes(name))
    .flatMap((name) => {
      const upper = name.toUpperCase()
      const meant = missing.find((each) => upper === each || isSlip(upper, each) || isCut(upper, each))
      return meant ? [[name, meant] as [string, string]] : []
    })
}
