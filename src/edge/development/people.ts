import { hash } from 'node:crypto'
import { z } from 'zod'
import { DEMO_ORGANIZATIONS } from '../../security/auth/demo-people.ts'
import type { TokenRequest } from '../../security/auth/issuer.ts'

const Choice = z.union([
  z.object({ person: z.string() }),
  z.object({ email: z.email(), name: z.string().trim().min(1).max(200) }),
])

/** A person for whom the development provider signs tokens. */
export type Person = Pick<TokenRequest, 'userId' | 'organizationId' | 'role' | 'email' | 'name'>

/** The chosen person: one of the demo's people, or a new person who is not a member of any organization. */
export function personOf(body: unknown): Person | undefined {
  const choice = Choice.safeParse(body).data
  if (!choice) return undefined
  if (!('person' in choice)) {
    const email = choice.email.toLowerCase()
    return { userId: `user_${hash('sha256', email).slice(0, 16)}`, email, name: choice.name }
  }
  for (const { id: organizationId, people } of DEMO_ORGANIZATIONS) {
    const found = people.find(({ userId }) => `${organizationId}/${userId}` === choice.person)
    if (found) return { ...found, organizationId }
  }
  return undefined
}

/** The person as a member of the requested organization, with the role that the person has there. */
export function personIn(person: Person, organizationId: string | undefined): Person {
  if (organizationId === undefined || organizationId === person.organizationId) return person
  const { people = [] } = DEMO_ORGANIZATIONS.find(({ id }) => id === organizationId) ?? {}
  return { ...person, organizationId, role: people.find(({ userId }) => userId === person.userId)?.role }
}
