import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Route } from '../routing.ts'

interface Config {
  route: Route
  receivers: { name: string }[]
  time_intervals?: { name: string }[]
}

const twice = (what: string, names: string[]): string[] =>
  [...new Set(names.filter((name, index) => names.indexOf(name) < index))].map(
    (name) => `${what} ${name} is defined twice`,
  )

const allRoutes = (route: Route): Route[] => [route, ...(route.routes ?? []).flatMap(allRoutes)]

/** Checks the names in Alertmanager's file: Alertmanager refuses the whole file if a name is missing or used twice. */
export const checkRouting = (root: string): string => {
  const {
    route,
    receivers,
    time_intervals = [],
  } = parse(readFileSync(join(root, 'alertmanager/alertmanager.yml'), 'utf8')) as Config
  const names = receivers.map(({ name }) => name)
  const intervals = time_intervals.map(({ name }) => name)
  const routes = allRoutes(route)
  const used = routes.flatMap(({ active_time_intervals = [] }) => active_time_intervals)
  const problems = [
    ...twice('receiver', names),
    ...twice('time interval', intervals),
    ...routes
      .filter(({ receiver }) => !names.includes(receiver))
      .map(({ receiver }) => `there is no receiver ${receiver}`),
    ...used.filter((name) => !intervals.includes(name)).map((name) => `there is no time interval ${name}`),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return `${names.length} receivers, ${routes.length} routes`
}
