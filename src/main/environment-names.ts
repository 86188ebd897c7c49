import leven from 'leven'

/** Shorter names than ours of two words are everybody's: `HOST`, `POST`, `PORTS`. */
const SHORTEST = 7

const words = (name: string) => name.split('_')

/** Whether one name is the other with words left off its end: `RATE_LIMIT_WINDOW`, `AUTH_ISSUER_URL`. */
function isCut(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return words(short).length > 1 && long.startsWith(`${short}_`)
}

/** Two slips, but in short names one: `NODE_EXE`, which npm sets, is not `NODE_ENV`. */
const isSlip = (name: string, known: string): boolean =>
  Math.min(name.length, known.length) >= SHORTEST && leven(name, known) <= (known.length > 8 ? 2 : 1)

/**
 * The variables that were probably meant for the gateway, each with the name that it resembles. An environment is full
 * of other programs' names, so one counts only while the variable that it resembles is not set.
 */
export function misspelt(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): [string, string][] {
  const missing = known.filter((name) => !environment[name])
  return Object.keys(environment)
    .filter((name) => environment[name] && !known.includes(name))
    .flatMap((name) => {
      const upper = name.toUpperCase()
      const meant = missing.find((each) => upper === each || isSlip(upper, each) || isCut(upper, each))
      return meant ? [[name, meant] as [string, string]] : []
    })
}
