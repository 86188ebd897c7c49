import { csvOrJsonRows } from '../formats/rows-in.ts'
import { clientRows } from '../formats/rows-out.ts'
import { del, get, META, PAGED, post, put } from '../route.ts'

const SUMMARIES = `nodes { id name type sector securityClearance: effectiveClearance } ${META} government business`

export const clients = [
  get(
    '/api/clients',
    `query ($page: Int, $limit: Int, $search: String, $sector: [Sector!]) { clients(${PAGED}, all: true, filter: { search: $search, sector: $sector }) { ${SUMMARIES} } }`,
    { quirks: { sector: 'open' } },
  ),
  post('/api/clients', 'mutation ($input: ClientInput!) { createClient(input: $input) { ...Client } }'),
  get(
    '/api/clients/business',
    `query ($page: Int, $limit: Int, $search: String) { clients(${PAGED}, all: true, filter: { search: $search, sector: BUSINESS }) { ${SUMMARIES} } }`,
  ),
  get(
    '/api/clients/government',
    `query ($page: Int, $limit: Int, $search: String) { clients(${PAGED}, all: true, filter: { search: $search, sector: GOVERNMENT }) { ${SUMMARIES} } }`,
  ),
  get('/api/clients/export', 'query ($after: ID) { clientExport(after: $after) { rows { ...Client } next } }', {
    stream: clientRows,
  }),
  post(
    '/api/clients/import',
    'mutation ($mode: ImportMode, $rows: [JSONObject]!) { importClients(mode: $mode, rows: $rows) { ...ImportReport } }',
    { body: csvOrJsonRows(['contact']), status: 200 },
  ),
  get('/api/clients/[id]', 'query ($id: ID!) { client(id: $id) { ...Client } }'),
  put(
    '/api/clients/[id]',
    'mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { ...Client } }',
  ),
  del('/api/clients/[id]', 'mutation ($id: ID!) { deleteClient(id: $id) }'),
  put(
    '/api/clients/[id]/status',
    'mutation ($id: ID!, $status: ClientStatus!) { changeClientStatus(id: $id, status: $status) { ...Client } }',
  ),
]
