import type { Services } from '../../common/services.ts'
import type { Unit } from '../../data/transaction.ts'
import { Context } from '../../engine/context.ts'
import type { Gateway } from '../../engine/gateway.ts'
import type { Operation } from '../../engine/operation.ts'
import { refuseFaults } from '../../engine/presentable.ts'
import { appendChanges, auditFacts, type RecordFacts } from '../../security/audit/writer.ts'
import { type Caller, OUTSIDE } from '../../security/auth/caller.ts'
import type { DemoOrganization } from '../../security/auth/demo-people.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'

const DAY_MS = 24 * 3600 * 1000
const REQUEST = { id: 'demo', ipAddress: 'unknown', userAgent: 'demo', address: 'unknown' }

/** The context of what was done at an earlier time. Its record and event have the time of their writing all the same. */
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

/** What operations of the story return, as far as it is asked for. */
export interface Made {
  id: string
}

/** Someone whom the organization does not know yet, by a token of the identity provider. */
export interface Guest {
  readonly userId: string
  readonly name: string
  readonly email: string
}

/**
 * Where the story of an organization is played: each of its people does what they would do by the API, with the same
 * permissions, rules, records and events, at a day counted from now. All of it is one transaction.
 */
export class Stage {
  readonly organization: DemoOrganization
  readonly #gateway: Gateway
  readonly #unit: Unit
  readonly #services: Partial<Services>
  readonly #operations = new Map<string, Operation>()
  readonly #facts: RecordFacts[] = []
  readonly #now = Date.now()

  /** @param services without a mailer: nobody of the story reads mail */
  constructor(organization: DemoOrganization, gateway: Gateway, unit: Unit, services: Partial<Services>) {
    this.organization = organization
    this.#gateway = gateway
    this.#unit = unit
    this.#services = services
  }

  /** The time so many days from now; before, where they are negative. */
  at(days: number): Date {
    return new Date(this.#now + days * DAY_MS)
  }

  /** Has a person of the team, by the first name, run an operation so many days from now. Returns its first field. */
  perform<T = Made>(name: string, days: number, document: string, variables: Record<string, unknown> = {}): Promise<T> {
    const { id: organizationId, people } = this.organization
    const person = people.find(({ userId }) => userId === `user_demo_${name}`)
    if (!person) throw new Error(`Nobody of the demo is called ${name}`)
    const { userId, role } = person
    return this.#run({ userId, organizationId, role, permissions: permissionsOf(role, []) }, days, document, variables)
  }

  /** The same of somebody who is not in the team. */
  performOutside<T = Made>({ name, ...guest }: Guest, days: number, document: string, variables: object): Promise<T> {
    const holder = { role: 'viewer' as const, permissions: new Set<string>(), userName: name, emailVerified: true }
    return this.#run({ ...guest, ...holder, organizationId: OUTSIDE }, days, document, { ...variables })
  }

  /** Writes the records and events of all that was done, in its order. */
  async end(): Promise<void> {
    await appendChanges(this.#unit, this.#facts)
  }

  async #run<T>(caller: Caller, days: number, document: string, variables: Record<string, unknown>): Promise<T> {
    const operation = this.#operations.get(document) ?? this.#gateway.parse(document)
    this.#operations.set(document, operation)
    const context = new PastContext(this.at(days), caller, REQUEST, this.#unit, { services: this.#services })
    const { data, errors } = await operation.execute(variables, context)
    refuseFaults(errors)
    if (errors?.[0]) throw errors[0]
    const { userId, organizationId } = context.caller
    const { ipAddress, userAgent } = REQUEST
    const source = { userId, organizationId, ipAddress, userAgent, secrets: this.#services.secrets }
    this.#facts.push(...context.trail.map((entry) => auditFacts(entry, source)))
    return Object.values(data ?? {})[0] as T
  }
}
