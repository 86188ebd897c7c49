import type { Actor, Answer, Json } from './server.ts'

/** The data of a document. @throws Error with the first error */
export async function asked(actor: Actor, document: string, variables: object = {}): Promise<Json> {
  const { body } = await actor.graphql(document, variables as Record<string, unknown>)
  if (body.errors) throw new Error(JSON.stringify(body.errors[0]))
  return body.data
}

/** The value of the first root field of a document. @throws Error with the first error */
export const resultOf = async (actor: Actor, document: string, variables?: object): Promise<Json> =>
  Object.values(await asked(actor, document, variables))[0]

/** The error code of an answer of GraphQL or REST. Undefined if the request succeeded. */
export const codeOf = ({ body }: Pick<Answer, 'body'>): string | undefined =>
  body.errors?.[0].extensions.code ?? body.code
