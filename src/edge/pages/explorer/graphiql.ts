import { hash } from 'node:crypto'

/** The files of GraphiQL. Their names contain a hash of the content, so browsers may cache them forever. */
export interface GraphiQL {
  script: string
  style: string
  files: ReadonlyMap<string, string>
}

const between = (text: string, start: string, end: string) => {
  const from = text.indexOf(start) + start.length
  return text.slice(from, text.indexOf(end, from))
}

/** The package has nine million characters of text, so it is loaded when the page is first requested. */
export async function loadGraphiQL(base: string): Promise<GraphiQL> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const options = {
    endpoint: `${base}/graphql`,
    subscriptionsProtocol: 'SSE' as const,
    subscriptionsEndpoint: `${base}/graphql/stream`,
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
