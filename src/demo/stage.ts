import type { Services } from '../common/services.ts'
import type { Transaction } from '../data/transaction.ts'
import type { Operation } from '../engine/declare/operation.ts'
import { Context } from '../engine/execute/context.ts'
import { execute } from '../engine/execute/executor.ts'
import { refuseFaults } from '../engine/execute/service-errors.ts'
import type { Gateway } from '../engine/gateway.ts'
import { appendChanges, auditFacts, type RecordFacts } from '../security/audit/writer.ts'
import { type Caller, OUTSIDE } from '../security/auth/caller.ts'
import type { DemoOrganization } from '../security/auth/demo-people.ts'
import { permissionsOf } from '../security/auth/permissions.ts'

const DAY_MS = 24 * 3600 * 1000
const REQUEST = { id: 'demo', ipAddress: 'unknown', userAgent: 'demo', address: 'unknown' }

/** The context of an operation at an earlier time. Its audit record and event still have the time of writing. */
class PastContext extends Context {
  readonly #at: Date

  constructor(at: Date, ...rest: ConstructorParameters<typeof Context>) {
    super(...rest)
    this.#at = at
  }

  override get now(): Date {
    return this.#at
  }
}

/** The selected fields of a demo operation's result. */
export interface Made {
  id: string
}

/** A user of the identity provider who is not in the team. */
export interface Guest {
  readonly userId: string
  readonly name: string
  readonly email: string
}

/**
 * Creates the demo data of an organization through the API: each person runs operations with their own permissions, and
 * with the usual rules, audit records and events, on a day relative to today. All of it is one transaction.
 */
export class Stage {
  readonly organization: DemoOrganization
  readonly #gateway: Gateway
  readonly #unit: Transaction
  readonly #services: Partial<Services>
  readonly #operations = new Map<string, Operation>()
  readonly #facts: RecordFacts[] = []
  readonly #now = Date.now()

  /** @param services without a mailer: the demo sends no mail */
  constructor(organization: DemoOrganization, gateway: Gateway, unit: Transaction, services: Partial<Services>) {
    this.organization = organization
    this.#gateway = gateway
    this.#unit = unit
    this.#services = services
  }

  /** The time `days` days from now; negative for the past. */
  at(days: number): Date {
    return new Date(this.#now + days * DAY_MS)
  }

  /**
   * Runs an operation as a person of the team, named by the first name, `days` days from now. Returns its first field.
   */
  perform<T = Made>(name: string, days: number, document: string, variables: Record<string, unknown> = {}): Promise<T> {
    const { id: organizationId, people } = this.organization
    const person = people.find(({ userId }) => userId === `user_demo_${name}`)
    if (!person) throw new Error(`Nobody of the demo is called ${name}`)
    const { userId, role } = person
    return this.#run({ userId, organizationId, role, permissions: permissionsOf(role, []) }, days, document, variables)
  }

  /** Runs an operation as a user who is not in the team. */
  performOutside<T = Made>({ name, ...guest }: Guest, days: number, document: string, variables: object): Promise<T> {
    const holder = { role: 'viewer' as const, permissions: new Set<string>(), userName: name, emailVerified: true }
    return this.#run({ ...guest, ...holder, organizationId: OUTSIDE }, days, document, { ...variables })
  }

  /** Writes the audit records and events of all operations, in their order. */
  async end(): Promise<void> {
    await appendChanges(this.#unit, this.#facts)
  }

  async #run<T>(caller: Caller, days: number, document: string, variables: Record<string, unknown>): Promise<T> {
    const operation = this.#operations.get(document) ?? this.#gateway.parse(document)
    this.#operations.set(document, operation)
    const context = new PastContext(this.at(days), caller, REQUEST, this.#unit, { services: this.#services })
    const { data, errors } = await execute(operation, variables, context)
    refuseFaults(errors)
    if (errors?.[0]) throw errors[0]
    const { userId, organizationId } = context.caller
    const { ipAddress, userAgent } = REQUEST
    const source = { userId, organizationId, ipAddress, userAgent, secrets: this.#services.secrets }
    this.#facts.push(...context.trail.map((entry) => auditFacts(entry, source)))
    return Object.values(data ?? {})[0] as T
  }
}
