import type { Command } from 'commander'
import { readEnv } from '../env.ts'
import { type Grafana, takeAccess } from '../grafana.ts'
import { say } from '../output.ts'
import type { Urls } from '../urls.ts'

/** Values that every command uses: the ops folder and the addresses of the running stack. */
export interface Context {
  program: Command
  urls: Urls
  /** The ops folder. */
  root(): string
  grafana(): Grafana
}

/** Grafana's address, and the administrator's credentials from `.env`. */
export const administrator = (root: string, url: string): Grafana => {
  const env = readEnv(root)
  return {
    url,
    publicUrl: env.DASHBOARD_ROOT_URL,
    user: env.DASHBOARD_ADMIN_USER,
    password: env.DASHBOARD_ADMIN_PASSWORD,
  }
}

/** Removes a client's access to Grafana and prints what was removed. */
export const removeAccess = async (grafana: Grafana, id: string): Promise<void> => {
  for (const gone of await takeAccess(grafana, id)) say(`- Grafana ${gone}`)
}
