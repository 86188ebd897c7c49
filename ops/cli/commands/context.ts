import type { Command } from 'commander'
import { readEnv } from '../env.ts'
import { type Grafana, takeAccess } from '../grafana.ts'
import { say } from '../output.ts'
import type { Urls } from '../urls.ts'

/** What every command knows: where the ops folder is, and where the running stack answers. */
export interface Context {
  program: Command
  urls: Urls
  /** The ops folder. */
  root(): string
  grafana(): Grafana
}

/** Grafana's address and the administrator of `.env`. */
export const administrator = (root: string, url: string): Grafana => {
  const env = readEnv(root)
  return { url, user: env.DASHBOARD_ADMIN_USER, password: env.DASHBOARD_ADMIN_PASSWORD }
}

/** Takes a client's access to Grafana away and says what went. */
export const removeAccess = async (grafana: Grafana, id: string): Promise<void> => {
  for (const gone of await takeAccess(grafana, id)) say(`- Grafana ${gone}`)
}
