import { del, get, META, PAGE_VARIABLES, PAGED, post, put } from '../route.ts'

export const content = [
  get(
    '/api/content',
    `query (${PAGE_VARIABLES}, $search: String, $status: [ContentStatus!], $type: [ContentType!], $language: [Language!], $campaignId: ID) { contents(${PAGED}, filter: { search: $search, status: $status, type: $type, language: $language, campaignId: $campaignId }) { nodes { ...ContentItem } ${META} } }`,
  ),
  post('/api/content', 'mutation ($input: ContentInput!) { createContent(input: $input) { ...ContentItem } }'),
  get(
    '/api/content/templates',
    `query (${PAGE_VARIABLES}, $search: String) { contents(${PAGED}, filter: { search: $search, isTemplate: true }) { nodes { ...ContentItem } ${META} } }`,
  ),
  get('/api/content/[id]', 'query ($id: ID!) { content(id: $id) { ...ContentItem } }'),
  put(
    '/api/content/[id]',
    'mutation ($id: ID!, $input: ContentPatch!) { updateContent(id: $id, input: $input) { ...ContentItem } }',
  ),
  del('/api/content/[id]', 'mutation ($id: ID!) { deleteContent(id: $id) }'),
  put(
    '/api/content/[id]/status',
    'mutation ($id: ID!, $status: ContentStatus!, $version: Int) { changeContentStatus(id: $id, status: $status, version: $version) { ...ContentItem } }',
  ),
  get(
    '/api/content/[id]/versions',
    `query ($id: ID!, ${PAGE_VARIABLES}) { contentVersions(id: $id, ${PAGED}) { nodes { ...ContentVersion } ${META} } }`,
  ),
  post(
    '/api/content/[id]/restore',
    'mutation ($id: ID!, $version: Int!) { restoreContent(id: $id, version: $version) { ...ContentItem } }',
  ),
]
