import { type Actor, type Json } from '../support/server.ts'

/** What came of an operation, whichever surface it went through. */
export interface Outcome {
  code: string | null
  data: Json
}

/** Runs a mutation `name(id, input)` of a type over GraphQL. */
async function mutate(
  actor: Actor,
  name: string,
  inputType: string | null,
  fields: string,
  id: string,
  input: unknown,
): Promise<Outcome> {
  const [definition, argument] = inputType ? [`, $input: ${inputType}`, ', input: $input'] : ['', '']
  const { body } = await actor.graphql(
    `mutation ($id: ID!${definition}) { ${name}(id: $id${argument}) { ${fields} } }`,
    inputType ? { id, input } : { id },
  )
  return { code: body.errors?.[0].extensions.code ?? null, data: body.data?.[name] ?? null }
}

async function send(actor: Actor, method: string, path: string, input: unknown): Promise<Outcome> {
  const { body } = await actor.rest(method, path, input)
  return { code: body.code ?? null, data: body.data ?? null }
}

type Operation = (actor: Actor, id: string, input?: unknown) => Promise<Outcome>

const request = (
  rest: [string, string],
  name: string,
  inputType: string | null,
): Record<'rest' | 'graphql', Operation> => ({
  rest: (actor, id, input) => send(actor, rest[0], `/api/data-subject-requests/${id}${rest[1]}`, input),
  graphql: (actor, id, input) => mutate(actor, name, inputType, 'id status', id, input),
})

const update = request(['PUT', ''], 'updateDataSubjectRequest', 'DataSubjectRequestPatch!')
const decide = request(['POST', '/decision'], 'decideDataSubjectRequest', 'DecisionInput!')
const complete = request(['POST', '/complete'], 'completeDataSubjectRequest', null)

/** The operations that move a data-subject request, by surface. */
export const requestOperations = {
  rest: { update: update.rest, decide: decide.rest, complete: complete.rest },
  graphql: { update: update.graphql, decide: decide.graphql, complete: complete.graphql },
}

/** The operation that moves a breach, by surface. */
export const moveBreach: Record<'rest' | 'graphql', Operation> = {
  rest: (actor, id, input) => send(actor, 'PUT', `/api/breaches/${id}`, input),
  graphql: (actor, id, input) => mutate(actor, 'updateBreach', 'BreachPatch!', 'id status', id, input),
}

/** The names of both surfaces. */
export const SURFACES = ['rest', 'graphql'] as const
