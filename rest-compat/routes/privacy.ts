import { accessPackage } from '../formats/package-out.ts'
import { get, META, PAGE_VARIABLES, PAGED, post, put } from '../route.ts'

const OK = { status: 200 }

export const privacy = [
  get(
    '/api/data-subject-requests',
    `query (${PAGE_VARIABLES}, $search: String, $type: [DataSubjectRequestType!], $status: [DataSubjectRequestStatus!]) { dataSubjectRequests(${PAGED}, filter: { search: $search, type: $type, status: $status }) { nodes { ...DataSubjectRequest } ${META} } }`,
  ),
  post(
    '/api/data-subject-requests',
    'mutation ($input: DataSubjectRequestInput!) { lodgeDataSubjectRequest(input: $input) { ...DataSubjectRequest } }',
  ),
  get('/api/data-subject-requests/[id]', 'query ($id: ID!) { dataSubjectRequest(id: $id) { ...DataSubjectRequest } }'),
  put(
    '/api/data-subject-requests/[id]',
    'mutation ($id: ID!, $input: DataSubjectRequestPatch!) { updateDataSubjectRequest(id: $id, input: $input) { ...DataSubjectRequest } }',
  ),
  post(
    '/api/data-subject-requests/[id]/decision',
    'mutation ($id: ID!, $input: DecisionInput!) { decideDataSubjectRequest(id: $id, input: $input) { ...DataSubjectRequest } }',
    OK,
  ),
  post(
    '/api/data-subject-requests/[id]/extend',
    'mutation ($id: ID!, $input: ExtensionInput!) { extendDataSubjectRequest(id: $id, input: $input) { ...DataSubjectRequest } }',
    OK,
  ),
  post(
    '/api/data-subject-requests/[id]/complete',
    'mutation ($id: ID!, $input: CompletionInput) { completeDataSubjectRequest(id: $id, input: $input) { ...DataSubjectRequest } }',
    OK,
  ),
  get(
    '/api/data-subject-requests/[id]/export',
    'query ($id: ID!) { dataSubjectExport(id: $id) { ...AccessPackage rows { ...HeldRecord } } }',
    { stream: accessPackage },
  ),
  get(
    '/api/consents',
    `query (${PAGE_VARIABLES}, $search: String, $status: [ConsentStatus!], $channel: [ConsentChannel!], $purpose: String) { consents(${PAGED}, filter: { search: $search, status: $status, channel: $channel, purpose: $purpose }) { nodes { ...Consent } ${META} } }`,
  ),
  post('/api/consents', 'mutation ($input: ConsentInput!) { recordConsent(input: $input) { ...Consent } }'),
  get('/api/consents/[id]', 'query ($id: ID!) { consent(id: $id) { ...Consent } }'),
  post(
    '/api/consents/[id]/withdraw',
    'mutation ($id: ID!, $input: WithdrawalInput) { withdrawConsent(id: $id, input: $input) { ...Consent } }',
    OK,
  ),
  get(
    '/api/breaches',
    `query (${PAGE_VARIABLES}, $search: String, $status: [BreachStatus!], $severity: [BreachSeverity!]) { breaches(${PAGED}, filter: { search: $search, status: $status, severity: $severity }) { nodes { ...Breach } ${META} } }`,
  ),
  post('/api/breaches', 'mutation ($input: BreachInput!) { reportBreach(input: $input) { ...Breach } }'),
  get('/api/breaches/[id]', 'query ($id: ID!) { breach(id: $id) { ...Breach } }'),
  put(
    '/api/breaches/[id]',
    'mutation ($id: ID!, $input: BreachPatch!) { updateBreach(id: $id, input: $input) { ...Breach } }',
  ),
  post(
    '/api/breaches/[id]/notify',
    'mutation ($id: ID!, $input: BreachNotificationInput!) { recordBreachNotification(id: $id, input: $input) { ...Breach } }',
    OK,
  ),
]
