import { hash } from 'node:crypto'

/** GraphiQL as files: their names say what is in them, so that a browser may keep them for good. */
export interface GraphiQL {
  script: string
  style: string
  files: ReadonlyMap<string, string>
}

const between = (text: string, start: string, end: string) => {
  const from = text.indexOf(start) + start.length
  return text.slice(from, text.indexOf(end, from))
}

/** The package is texts of nine million characters: only who asks for the page has them in memory. */
export async function loadGraphiQL(): Promise<GraphiQL> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const options = {
    endpoint: '/graphql',
    subscriptionsProtocol: 'SSE' as const,
    subscriptionsEndpoint: '/graphql/stream',
    headers: '{}',
    defaultEditorToolsVisibility: 'headers' as const,
    // A token must not outlive the page.
    shouldPersistHeaders: false,
  }
  const page = renderGraphiQL(options)
  const style = between(page, '<style>', '</style>')
  const from = page.indexOf('<script>') + '<script>'.length
  const script = page.slice(from, page.lastIndexOf('</script>'))
  const named = (text: string, extension: string) =>
    `graphiql-${hash('sha256', text, 'base64url').slice(0, 12)}.${extension}`
  const names = { script: named(script, 'js'), style: named(style, 'css') }
  return {
    ...names,
    files: new Map([
      [names.script, script],
      [names.style, style],
    ]),
  }
}
