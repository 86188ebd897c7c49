import { setTimeout as delay } from 'node:timers/promises'
import { describe } from '@jest/globals'
import { addClient } from '../../../ops/cli/clients.ts'
import { type SiteChain, startSiteChain } from '../../../ops/cli/loopback/chain.ts'
import type { Message } from '../../../ops/cli/loopback/inbox.ts'
import type { ClientRecord } from '../../../ops/cli/record.ts'
import { request, sendJson } from '../../../ops/cli/urls.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { requireProgram } from './programs.ts'
import { ACME, copyOfStack, type TemporaryFolder } from './stack.ts'

const installed = [requireProgram('prometheus'), requireProgram('alertmanager'), requireProgram('blackbox')]

/** `describe` where the programs of the chain are. */
export const chainSuite = installed.every(Boolean) ? describe : describe.skip

/** What Alertmanager posts to the gateway. */
export interface Webhook {
  status: string
  alerts: { status: string; labels: Record<string, string>; annotations: Record<string, string> }[]
}

/** A stack with one client, its chain running on loopback. */
export class RunningChain implements AsyncDisposable {
  readonly chain: SiteChain
  readonly client: ClientRecord
  readonly #stack: TemporaryFolder

  private constructor(stack: TemporaryFolder, client: ClientRecord, chain: SiteChain) {
    this.#stack = stack
    this.client = client
    this.chain = chain
  }

  static async start(): Promise<RunningChain> {
    const stack = copyOfStack()
    const { client } = addClient(stack.path, ACME, 'acme.yml')
    return new RunningChain(stack, client, await startSiteChain(stack.path, client))
  }

  /** The ops folder that it runs on. */
  get stack(): string {
    return this.#stack.path
  }

  /** The first message at a channel that speaks of an alert in this state. */
  about(channel: Message['channel'], alert: string, status: 'firing' | 'resolved'): Promise<Message> {
    return this.chain.inbox.next(`${alert} ${status} at ${channel}`, (message) => {
      return message.channel === channel && message.body.includes(alert) && message.body.toLowerCase().includes(status)
    })
  }

  /** Raises an alert without Prometheus, or ends it. */
  post(labels: Record<string, string>, endsAt?: Date): Promise<Response> {
    const alert = { labels, annotations: { summary: 's', description: 'd' }, endsAt }
    return sendJson('POST', `${this.chain.urls.alertmanager}/api/v2/alerts`, [alert])
  }

  /** Whether the alert that matches is active or suppressed. */
  async state(matcher: string): Promise<string | undefined> {
    const query = new URLSearchParams({ filter: matcher })
    const response = await request(`${this.chain.urls.alertmanager}/api/v2/alerts?${query}`)
    const [alert] = (await response.json()) as { status: { state: string } }[]
    return alert?.status.state
  }

  /** The alert's state once it is this one, or whatever it is when patience ends: Alertmanager decides when it next looks. */
  async stateOnce(matcher: string, wanted: string): Promise<string | undefined> {
    const until = Date.now() + PATIENCE_MS
    while ((await this.state(matcher)) !== wanted && Date.now() < until) await delay(50)
    return this.state(matcher)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.chain[Symbol.asyncDispose]()
    this.#stack[Symbol.dispose]()
  }
}
