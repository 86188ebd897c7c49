import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Audit, Cost, Fails, GraphqlOnly, lengthOf, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { demandMove, transitionsOf } from '../../engine/write/lifecycle.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../graphql/arguments.ts'
import { demandSmallJson } from '../../graphql/inputs.ts'
import { before, contains, from, having, is, listOf } from '../../graphql/lists.ts'
import { changedValues } from '../../graphql/row-inputs.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { Reads } from '../../graphql/selection.ts'
import { TRANSITIONS, type Transition } from '../../graphql/transition.ts'
import { wakeCampaigns } from '../campaigns/campaign.wake.ts'
import { moveToTrash } from '../trash/trash.changes.ts'
import { newClient, withoutBlanks } from './client.changes.ts'
import { Client, ClientDetails, ClientStatus, Sector } from './client.entity.ts'
import { importClients, startImport } from './client.import.ts'
import {
  ClientAssessmentInput,
  ClientFilter,
  ClientInput,
  ClientPatch,
  ImportMode,
  ImportReport,
  MOST_IMPORTED,
} from './client.inputs.ts'
import { ClientExport, ClientTransition } from './client.outputs.ts'
import { clientLifecycle, complianceIn } from './client.rules.ts'
import { ClientImport } from './client-import.entity.ts'

const EXPORT_BATCH = 500

const clients = listOf('client', Client, {
  description: 'Page of clients.',
  filter: ClientFilter,
  where: {
    search: contains('name'),
    createdFrom: from('createdAt'),
    createdBefore: before('createdAt'),
    createdBy: is('createdBy'),
  },
  sortBy: ['createdAt', 'updatedAt', 'name', 'status', 'sector', 'type', 'industry'],
  counts: {
    government: {
      description: 'Number of government clients of the organization, regardless of the filter.',
      where: [having(is('sector'), Sector.GOVERNMENT)],
    },
    business: {
      description: 'Number of business clients of the organization, regardless of the filter.',
      where: [having(is('sector'), Sector.BUSINESS)],
    },
  },
  isWhole: true,
})

@Resolver(() => Client)
export class ClientResolver {
  @ListRoot(clients, 'CLIENT', 'The clients of the organization. Default order: newest first.')
  declare readonly clients: RootField

  @RowRoot(Client, 'CLIENT', 'Client')
  declare readonly client: RootField

  @Query(() => ClientExport, { description: `All clients in the order of their ids, in batches of ${EXPORT_BATCH}.` })
  @Audit('CLIENT', 'EXPORTED')
  @Cost(2_000)
  @Fails('NOT_FOUND')
  async clientExport(
    @Arg('after', () => ID, {
      nullable: true,
      description: 'Value of `next` in the previous batch. NOT_FOUND for any other value.',
    })
    after: string | undefined,
    @Ctx() ctx: Context,
  ): Promise<ClientExport> {
    let query = ctx.db.selectFrom('client').selectAll().orderBy('id').limit(EXPORT_BATCH)
    if (after !== undefined) query = query.where('id', '>', (await findRow(ctx, Client, after, 'Client')).id)
    const rows = await query.execute()
    return { rows, next: rows.length === EXPORT_BATCH ? (rows.at(-1)?.id ?? null) : null }
  }

  @Mutation(() => Client, {
    description: 'Creates a client with the status PENDING and the compliance defaults of its sector.',
  })
  @Permit('org:clients:write')
  @Audit('CLIENT', 'CREATED')
  createClient(@InputArg(ClientInput, 'The client to create.') input: ClientInput, @Ctx() ctx: Context): Client {
    return addRow(ctx, Client, newClient(ctx, input))
  }

  @Mutation(() => Client, {
    description:
      'Changes the given fields. `attributes` are merged; a null attribute is removed. A new `sector` sets ' +
      'its compliance defaults, unless the client was assessed.',
  })
  @Permit('org:clients:write')
  @Audit('CLIENT', 'UPDATED')
  async updateClient(
    @IdArg('client') id: string,
    @InputArg(ClientPatch, 'Fields to change.') patch: ClientPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    const client = await lockRow(ctx, Client, id, 'Client', expectedUpdatedAt)
    const { attributes, ...changes } = changedValues(ClientDetails, patch)
    const merged = Object.entries({ ...client.attributes, ...attributes }).filter(([, value]) => value !== null)
    demandSmallJson('attributes', Object.fromEntries(merged))
    const { sector } = changes
    if (changes.requiresSignOff !== undefined) wakeCampaigns(ctx)
    const compliance = sector && sector !== client.sector ? complianceIn(sector, client.compliance) : undefined
    return changeRow(ctx, Client, client, {
      ...withoutBlanks(changes),
      attributes: Object.fromEntries(merged),
      compliance,
    })
  }

  @Mutation(() => Client, {
    description: 'Records the assessment of a client. Afterwards its compliance no longer changes with its sector.',
  })
  @Permit('org:privacy:write')
  @Audit('CLIENT', 'ASSESSED')
  async assessClient(
    @IdArg('client') id: string,
    @InputArg(ClientAssessmentInput, 'Findings of the assessment.')
    { popiaCompliant, securityClearance, dataClassification, note = null }: ClientAssessmentInput,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    const client = await lockRow(ctx, Client, id, 'Client')
    const findings = { popiaCompliant, securityClearance, dataClassification, note }
    const assessed = { assessedBy: ctx.caller.userId, assessedAt: ctx.now.toISOString() }
    return changeRow(ctx, Client, client, { compliance: { ...findings, ...assessed } })
  }

  @Mutation(() => ID, {
    description:
      'Deletes a client. Its campaigns stay, without a client. `restoreFromTrash` restores it for 30 days, ' +
      'or for the retention period of the resource TRASH. Returns the id of the client.',
  })
  @Permit('org:clients:delete')
  @Audit('CLIENT', 'DELETED')
  @Cost(statements(7))
  @Fails('LEGAL_HOLD')
  deleteClient(@IdArg('client') id: string, @Ctx() ctx: Context): Promise<string> {
    wakeCampaigns(ctx)
    return moveToTrash(ctx, Client, id, { thing: 'Client', name: 'name' })
  }

  @Mutation(() => Client, {
    description:
      'Changes the status of a client: PENDING to ACTIVE or REJECTED; ACTIVE to SUSPENDED and back; ACTIVE, ' +
      'SUSPENDED and REJECTED to ARCHIVED; ARCHIVED to PENDING. INVALID_STATE_TRANSITION otherwise.',
  })
  @Permit(clientLifecycle.permit)
  @Audit('CLIENT', 'STATUS_CHANGED')
  @Fails('INVALID_STATE_TRANSITION')
  async changeClientStatus(
    @IdArg('client') id: string,
    @Arg('status', () => ClientStatus, { description: 'New status.' }) status: ClientStatus,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    const client = await lockRow(ctx, Client, id, 'Client')
    await demandMove(ctx, clientLifecycle, client, status)
    return changeRow(ctx, Client, client, { status })
  }

  @Mutation(() => ImportReport, {
    description: 'Creates clients from rows. Invalid rows are reported with number and field.',
  })
  @Permit('org:clients:write')
  @Audit('CLIENT', 'IMPORTED')
  @Cost(({ rows }) => lengthOf(rows), '500 rows count as one request.')
  importClients(
    @Arg('rows', () => [JSONObject], {
      nullable: 'items',
      description: `Rows, each like \`ClientInput\`, at most ${MOST_IMPORTED}. A null row is reported as invalid.`,
    })
    rows: (Record<string, unknown> | null)[],
    @Arg('mode', () => ImportMode, {
      defaultValue: ImportMode.PARTIAL,
      description: 'Whether valid rows are imported if others are invalid.',
    })
    mode: ImportMode,
    @Arg('dryRun', () => Boolean, {
      defaultValue: false,
      description: 'true only reports the effects: nothing is stored, and `ids` is empty.',
    })
    isRehearsal: boolean,
    @Ctx() ctx: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<ImportReport> {
    return importClients(ctx, schema, rows, { mode, isRehearsal })
  }

  @Mutation(() => ClientImport, {
    description:
      'Starts an import of clients in the background, for more rows than one request should wait for. Every row is ' +
      'validated first. `clientImport` shows the progress. Imported rows stay if a later row fails.',
  })
  @Permit('org:clients:write')
  @Audit('CLIENT_IMPORT', 'CREATED')
  @Cost(({ rows }) => lengthOf(rows), '500 rows count as one request.')
  startClientImport(
    @Arg('rows', () => [JSONObject], {
      nullable: 'items',
      description: `Rows, each like \`ClientInput\`, at most ${MOST_IMPORTED}, in a request of at most 1 MiB.`,
    })
    rows: (Record<string, unknown> | null)[],
    @Arg('mode', () => ImportMode, {
      defaultValue: ImportMode.PARTIAL,
      description: 'Whether valid rows are imported if others are invalid.',
    })
    mode: ImportMode,
    @Ctx() ctx: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<ClientImport> {
    return startImport(ctx, schema, rows, mode)
  }

  @RowRoot(ClientImport, 'CLIENT_IMPORT', 'Import', {
    description: 'Import that `startClientImport` started. NOT_FOUND `Import not found`, also after 30 days.',
  })
  declare readonly clientImport: RootField

  @FieldResolver(() => [ClientTransition], { description: TRANSITIONS })
  @GraphqlOnly()
  @Reads('status')
  transitions(@Root() client: Client, @Ctx() ctx: Context): Promise<Transition<ClientStatus>[]> {
    return transitionsOf(ctx, clientLifecycle, client)
  }
}
