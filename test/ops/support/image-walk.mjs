// Runs inside the image, as text for `node -e`: uses what the gateway loads only when it is asked, each with files of other packages.
const { ok } = await import('node:assert')
const BASE = 'http://127.0.0.1:4000'
const headers = { Authorization: `Bearer ${process.env.TOKEN}`, 'Content-Type': 'application/json' }

const ask = async (path, body, more = {}) => {
  const method = body ? 'POST' : 'GET'
  const response = await fetch(BASE + path, {
    method,
    headers: { ...headers, ...more },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  ok(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  return text
}
const graphql = async (query, variables) => {
  const { data, errors } = JSON.parse(await ask('/graphql', { query, variables }))
  ok(!errors, JSON.stringify(errors))
  return data
}

/** A page, with each script and style that it names. */
const page = async (path) => {
  const html = await ask(path, undefined, { Accept: 'text/html' })
  const assets = [...html.matchAll(/(?:src|href)="(\/?assets\/[^"]+)"/g)].map(([, asset]) => asset.replace(/^\/?/, '/'))
  ok(assets.length > 0, `${path} names no assets: ${html.slice(0, 500)}`)
  for (const asset of assets) ok(await ask(asset), asset)
}

// The deadline of a request is counted in working days, by the calendar of holidays.
const subject = { name: 'Nomsa Dlamini', email: 'nomsa@example.org', phone: '+27 82 123 4567' }
const { data: lodged } = JSON.parse(
  await ask('/api/data-subject-requests', { type: 'OBJECTION', subject, details: 'No news', purpose: 'MARKETING' }),
)
const { privacyForm } = await graphql('query ($id: ID!) { privacyForm(form: FORM_1, id: $id) { content } }', {
  id: lodged.id,
})
ok(Buffer.from(privacyForm.content, 'base64').subarray(0, 5).toString() === '%PDF-')
await page('/')
await page('/graphql')
await ask('/openapi.json')
// A forecast is computed in a thread of its own.
await ask('/api/analytics/predictions')
const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'walk', version: '1' } }
ok(
  (
    await ask(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
      { Accept: 'application/json, text/event-stream', Authorization: `Bearer ${process.env.MCP_TOKEN}` },
    )
  ).includes('serverInfo'),
)
process.stdout.write('walked\n')
