import { get } from '../route.ts'

export const realtime = [
  get(
    '/api/realtime/dashboard',
    'subscription ($lastEventId: ID) { dashboard(since: $lastEventId) { id event data { ...AnalyticsDashboard } } }',
  ),
  get(
    '/api/realtime/breaches',
    'subscription ($lastEventId: ID) { breaches(since: $lastEventId) { id event data { ...BreachTold } } }',
  ),
]
