import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { syntaxError } from '../queries.ts'
import { type Block, readAlloy, type Token } from './alloy-syntax.ts'

/** The permitted content of a block: required attributes, optional attributes, and exported values. */
interface Shape {
  needs?: string[]
  may?: string[]
  blocks?: Record<string, Shape>
  exports?: string[]
}

const rule: Shape = {
  may: ['source_labels', 'separator', 'target_label', 'regex', 'modulus', 'replacement', 'action'],
}
const output: Shape = { may: ['traces', 'logs', 'metrics'] }
const endpoint: Shape = { may: ['endpoint', 'max_recv_msg_size', 'max_request_body_size', 'include_metadata'] }

const stages: Record<string, Shape> = {
  'stage.json': { needs: ['expressions'], may: ['source', 'drop_malformed'] },
  'stage.logfmt': { needs: ['mapping'], may: ['source'] },
  'stage.template': { needs: ['source', 'template'] },
  'stage.labels': { needs: ['values'] },
  'stage.structured_metadata': { needs: ['values'] },
}

/** The components in use, according to the documentation of their release. Add new components here. */
const COMPONENTS: Record<string, Shape> = {
  logging: { may: ['level', 'format'] },
  'discovery.docker': { needs: ['host'], may: ['refresh_interval'], exports: ['targets'] },
  'discovery.relabel': { needs: ['targets'], blocks: { rule }, exports: ['output', 'rules'] },
  'local.file_match': { needs: ['path_targets'], may: ['sync_period'], exports: ['targets'] },
  'loki.source.docker': { needs: ['host', 'targets', 'forward_to'], may: ['labels', 'relabel_rules'] },
  'loki.source.file': { needs: ['targets', 'forward_to'], may: ['tail_from_end'] },
  'loki.source.journal': { needs: ['forward_to'], may: ['path', 'labels', 'relabel_rules', 'max_age', 'matches'] },
  'loki.relabel': { needs: ['forward_to'], blocks: { rule }, exports: ['receiver', 'rules'] },
  'loki.process': {
    needs: ['forward_to'],
    blocks: { ...stages, 'stage.match': { needs: ['selector'], may: ['action'], blocks: stages } },
    exports: ['receiver'],
  },
  'loki.write': {
    may: ['external_labels'],
    blocks: { endpoint: { needs: ['url'], may: ['tenant_id', 'headers', 'batch_size', 'batch_wait'] } },
    exports: ['receiver'],
  },
  'otelcol.receiver.otlp': { blocks: { grpc: endpoint, http: endpoint, output } },
  'otelcol.processor.batch': { may: ['timeout', 'send_batch_size'], blocks: { output }, exports: ['input'] },
  'otelcol.exporter.otlp': {
    blocks: {
      client: { needs: ['endpoint'], may: ['headers', 'compression'], blocks: { tls: { may: ['insecure'] } } },
    },
    exports: ['input'],
  },
}

const fullName = ({ name, label }: Block): string => (label === undefined ? name : `${name}.${label}`)

const shapeProblems = (block: Block, shape: Shape | undefined, at = fullName(block)): string[] => {
  if (!shape) return [`line ${block.line}: ${at}: is not known`]
  const known = [...(shape.needs ?? []), ...(shape.may ?? [])]
  return [
    ...(shape.needs ?? [])
      .filter((name) => !block.attributes.has(name))
      .map((name) => `line ${block.line}: ${at}: ${name} is missing`),
    ...[...block.attributes]
      .filter(([name]) => !known.includes(name))
      .map(([name, [first]]) => `line ${first?.line ?? block.line}: ${at}: ${name} is not known`),
    ...block.blocks.flatMap((inner) => shapeProblems(inner, shape.blocks?.[inner.name], `${at}: ${fullName(inner)}`)),
  ]
}

/** Names that contain dots, such as loki.write.ops.receiver. */
const references = (tokens: Token[]): { text: string; line: number }[] => {
  const found: { text: string; line: number }[] = []
  tokens.forEach((token, index) => {
    if (token.kind !== 'name') return
    const last = found.at(-1)
    if (tokens[index - 1]?.text === '.' && last) last.text += `.${token.text}`
    else found.push({ text: token.text, line: token.line })
  })
  return found.filter(({ text }) => text.includes('.'))
}

const everyToken = (block: Block): Token[] => [
  ...[...block.attributes.values()].flat(),
  ...block.blocks.flatMap(everyToken),
]

const selectors = (block: Block): { text: string; line: number }[] => [
  ...(block.attributes.get('selector') ?? []),
  ...block.blocks.flatMap(selectors),
]

/** Lists the problems of a configuration of the collector. */
export const alloyProblems = (text: string): string[] => {
  const { blocks, attributes } = readAlloy(text)
  const names = blocks.map(fullName)
  const exported = blocks.flatMap((block) =>
    (COMPONENTS[block.name]?.exports ?? []).map((field) => `${fullName(block)}.${field}`),
  )
  return [
    ...[...attributes.keys()].map((name) => `${name} stands outside of any block`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is defined twice`),
    ...blocks.flatMap((block) => shapeProblems(block, COMPONENTS[block.name])),
    ...references(blocks.flatMap(everyToken))
      .filter((reference) => !exported.includes(reference.text))
      .map(({ text: name, line }) => `line ${line}: ${name} is not there`),
    ...blocks
      .flatMap(selectors)
      .flatMap(
        ({ text: selector, line }) =>
          syntaxError({ where: `line ${line}`, language: 'logql', expr: JSON.parse(selector) as string }) ?? [],
      ),
  ]
}

/** Checks the collector's configuration: the syntax, the components and the references between them. */
export const checkAlloy = (root: string): string => {
  const problems = alloyProblems(readFileSync(join(root, 'alloy/config.alloy'), 'utf8'))
  if (problems.length > 0) throw new Error(problems.map((problem) => `alloy/config.alloy: ${problem}`).join('\n'))
  return 'syntax, components, references'
}
