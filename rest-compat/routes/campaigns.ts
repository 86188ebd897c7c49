import { del, get, META, PAGED, post, put } from '../route.ts'

const ROW = 'id name clientId clientName clientSector type status contentCount analyticsCount createdAt'

export const campaigns = [
  get(
    '/api/campaigns',
    `query ($page: Int, $limit: Int, $search: String, $clientId: ID, $status: [CampaignStatus!]) { campaigns(${PAGED}, all: true, filter: { search: $search, clientId: $clientId, status: $status }) { nodes { ${ROW} } ${META} } }`,
    { quirks: { clientId: 'all', status: 'all' } },
  ),
  post('/api/campaigns', 'mutation ($input: CampaignInput!) { createCampaign(input: $input) { ...Campaign } }'),
  post(
    '/api/campaigns/bulk',
    'mutation ($input: BulkInput!) { bulkCampaigns(input: $input) { ...BulkReport failed { ...BulkFailure } } }',
    {
      status: 200,
    },
  ),
  get('/api/campaigns/[id]', 'query ($id: ID!) { campaign(id: $id) { ...Campaign } }'),
  put(
    '/api/campaigns/[id]',
    'mutation ($id: ID!, $input: CampaignPatch!) { updateCampaign(id: $id, input: $input) { ...Campaign } }',
  ),
  del('/api/campaigns/[id]', 'mutation ($id: ID!) { deleteCampaign(id: $id) }'),
  put(
    '/api/campaigns/[id]/status',
    'mutation ($id: ID!, $status: CampaignStatus!) { changeCampaignStatus(id: $id, status: $status, isSentElsewhere: true) { ...Campaign } }',
  ),
  post('/api/campaigns/[id]/duplicate', 'mutation ($id: ID!) { duplicateCampaign(id: $id) { ...Campaign } }'),
]
