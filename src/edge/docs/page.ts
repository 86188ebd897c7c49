import type { OpenApi, Operation } from './openapi.ts'
import { operationSection } from './operation.ts'
import { LANGUAGES } from './samples.ts'
import { anchorOf, schemaOf } from './schema.ts'
import { escaped, prose } from './text.ts'

interface Row {
  method: string
  path: string
  operation: Operation
}

const idOf = (name: string) => `group-${name.toLowerCase().replaceAll(/\W+/g, '-')}`

const link = ({ method, path, operation }: Row) =>
  `<li><a href="#${escaped(operation.operationId)}">${method.toUpperCase()} ${escaped(path)}</a></li>`

const navigation = (groups: readonly [string, Row[]][]) => `<nav aria-label="Operations">
<ul>
${groups
  .map(([name, rows]) => {
    return `<li><details><summary>${escaped(name)}</summary>\n<ul>\n${rows.map(link).join('\n')}\n</ul></details></li>`
  })
  .join('\n')}
<li><a href="#group-schemas">Schemas</a></li>
</ul>
</nav>`

const language = ([name, { title }]: [string, { title: string }], index: number) =>
  `<label><input type="radio" name="language" id="${name}"${index === 0 ? ' checked' : ''}> ${title}</label>`

const header = (title: string) => `<header>
<strong>${escaped(title)}</strong>
<p><a href="/">Dashboard</a> <a href="/graphql">GraphQL</a> <a href="/openapi.json">openapi.json</a></p>
<fieldset><legend>Samples in</legend> ${Object.entries(LANGUAGES).map(language).join('\n')}</fieldset>
<search hidden><label>Filter <input type="search" autocomplete="off"></label></search>
</header>`

const schemas = (all: OpenApi['components']['schemas']) => `<section aria-labelledby="group-schemas">
<h2 id="group-schemas">Schemas</h2>
${Object.entries(all)
  .map(([name, schema]) => {
    return `<details class="schema"><summary><h3>${escaped(name)}</h3></summary>
<div id="${anchorOf(escaped(name))}">\n${prose(schema.description ?? '', 4)}\n${schemaOf(schema)}\n</div></details>`
  })
  .join('\n')}
</section>`

/** Environment variables that the samples read. */
const SAMPLES = `## Samples
The samples read a token from the environment, as \`TOKEN\`, and where the path names one, an id as \`ID\`. In development
\`npm run token\` makes tokens. Those in Python need its standard library alone, and those in JavaScript Node.js 22.`

/**
 * The complete page of the OpenAPI document. It is readable without a script or a further request. A browser's search
 * also finds text in collapsed parts.
 */
export function docsPage(document: OpenApi, base: string): string {
  const { info, tags, paths, components } = document
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Row => ({ method, path, operation })),
  )
  const groups = tags.map(({ name }): [string, Row[]] => [
    name,
    rows.filter(({ operation }) => operation.tags.includes(name)),
  ])
  const sections = groups.map(([name, each]) => {
    const operations = each.map((row) => operationSection(document, { ...row, base }, row.operation))
    return `<section aria-labelledby="${idOf(name)}">\n<h2 id="${idOf(name)}">${escaped(name)}</h2>\n${operations.join('\n')}\n</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)}: REST API</title>
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/page.mjs" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the operations</a>
${header(info.title)}
<div class="columns">
${navigation(groups)}
<main id="main" tabindex="-1">
<h1>${escaped(info.title)}: REST API</h1>
<div class="introduction">
${prose(info.description, 2)}
${prose(SAMPLES, 2)}
</div>
${sections.join('\n')}
${schemas(components.schemas)}
</main>
</div>
</body>
</html>
`
}
