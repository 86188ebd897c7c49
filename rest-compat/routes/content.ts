import { del, get, post, put } from '../route.ts'

export const content = [
  get(
    '/api/content',
    'query ($page: Int, $limit: Int, $search: String, $status: ContentStatus, $type: ContentType, $language: Language, $campaignId: ID) { contentList(page: $page, limit: $limit, search: $search, status: $status, type: $type, language: $language, campaignId: $campaignId) { items { ...ContentItem } meta { ...PageMeta } } }',
  ),
  post('/api/content', 'mutation ($input: ContentInput!) { createContent(input: $input) { ...ContentItem } }'),
  get(
    '/api/content/templates',
    'query ($page: Int, $limit: Int, $search: String) { contentTemplates(page: $page, limit: $limit, search: $search) { items { ...ContentItem } meta { ...PageMeta } } }',
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
    'query ($id: ID!, $page: Int, $limit: Int) { contentVersions(id: $id, page: $page, limit: $limit) { items { ...ContentVersion } meta { ...PageMeta } } }',
  ),
  post(
    '/api/content/[id]/restore',
    'mutation ($id: ID!, $version: Int!) { restoreContent(id: $id, version: $version) { ...ContentItem } }',
  ),
]
