import { argumentsOf } from './graphql-samples.ts'
import { idsFor } from './ids.ts'
import { aClient } from './samples.ts'
import type { TestServer } from './server.ts'
import { documentOf, rootFields } from './surface.ts'

/** Calls each root field of GraphQL once, with its required arguments. */
export async function callEveryField(server: TestServer): Promise<void> {
  const actor = server.actor()
  await aClient(actor)
  for (const root of rootFields) {
    await actor.graphql(documentOf(root), argumentsOf(root, await idsFor(server, root, actor)))
  }
  const nested = `{ clients { totalCount nodes { campaigns { nodes { id content(first: 2) { nodes { id } } analytics { totals { clicks } } } } } }
    campaigns(first: 2, filter: { search: "a" }) { nodes { analyticsCount spentCents client { name } } }
    analyticsRecords { nodes { campaign { name } content { title } } } }`
  await actor.graphql(nested)
}
