// The commands of the REST operations, from the generated table.
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { FileName, Gateway, ListName, OperationName, StreamName } from 'campaign-management-client'
import { type Command, Option } from 'commander'
import { failureOf, usage } from './failure.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { Field, OperationCommand } from './operation-command.ts'
import { jsonOf, note, type OutputOptions, print, select, show } from './output.ts'
import { type ConnectionOptions, connected } from './session.ts'

interface Options extends OutputOptions, ConnectionOptions {
  data?: string
  output?: string
  all?: boolean
  ifMatch?: string
  idempotencyKey?: string
  [field: string]: unknown
}

/** A request of any operation. The gateway checks its content. */
interface AnyRequest {
  path: Record<string, string>
  query: Record<string, unknown>
  body?: unknown
  ifMatch?: string
  idempotencyKey?: string
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const VALUE: Record<Field['kind'], string> = {
  string: '<text>',
  integer: '<number>',
  number: '<number>',
  boolean: '<true|false>',
  list: '<items...>',
  json: '<json>',
}

function optionOf({ name, kind, description, choices }: Field): Option {
  const values =
    choices && !choices.every((choice) => description.includes(choice)) ? ` One of ${choices.join(', ')}.` : ''
  return new Option(`--${kebab(name)} ${VALUE[kind]}`, description + values)
}

function parsed(source: string, name: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    throw usage(`${name} is not JSON`, `Put JSON into single quotes: ${name} '{"name":"..."}'`)
  }
}

function valueFrom({ name, kind }: Field, given: unknown): unknown {
  if (kind === 'string' || kind === 'list') return given
  if (kind === 'boolean' && given !== 'true' && given !== 'false') throw usage(`--${kebab(name)} must be true or false`)
  return parsed(String(given), `--${kebab(name)}`)
}

const valuesOf = (fields: readonly Field[], options: Options): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const given = options[field.name]
      return given === undefined ? [] : [[field.name, valueFrom(field, given)]]
    }),
  )

const read = (file: string): Promise<string> => (file === '-' ? text(process.stdin) : readFile(file, 'utf8'))

/** `--data` is JSON, `@FILE` or `-`. Options for single fields replace those of `--data`. */
async function bodyOf(fields: readonly Field[], options: Options): Promise<unknown> {
  const own = valuesOf(fields, options)
  const { data } = options
  if (data === undefined) return own
  const source = data === '-' || data.startsWith('@') ? await read(data.replace(/^@/, '')) : data
  const given = parsed(source, '--data')
  return Object.keys(own).length > 0 ? { ...(given as object), ...own } : given
}

async function rowsOf(file: string): Promise<unknown> {
  const content = await read(file)
  return /^\s*[[{]/.test(content) ? parsed(content, file) : content
}

/** Options that are fields of the query. `format` and others of a body have the same names in no operation. */
async function requestOf(command: OperationCommand, args: string[], options: Options): Promise<AnyRequest> {
  const path = Object.fromEntries(command.ids.map((name, index) => [name, args[index] ?? '']))
  const request: AnyRequest = { path, query: valuesOf(command.query, options) }
  if (command.isImport) request.body = await rowsOf(args.at(-1) ?? '-')
  else if (command.body) request.body = await bodyOf(command.body, options)
  if (options.ifMatch) request.ifMatch = options.ifMatch
  if (options.idempotencyKey) request.idempotencyKey = options.idempotencyKey
  return request
}

const isBinary = (response: Response) => /zip|pdf/.test(response.headers.get('content-type') ?? '')

async function download(response: Response, output?: string): Promise<void> {
  if (!output && process.stdout.isTTY && isBinary(response)) throw usage('The file is binary', 'Pass --output FILE.')
  const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)
  if (!output) return pipeline(body, process.stdout, { end: false })
  // An earlier file may be evidence, so it is not replaced.
  await pipeline(body, createWriteStream(output, { flags: 'wx', mode: 0o600 })).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? usage(`${output} exists`, 'Choose another name, or delete the file.') : error
    },
  )
  note(`Written to ${output}`)
}

async function follow(gateway: Gateway, name: StreamName, request: AnyRequest, path?: string): Promise<void> {
  for await (const event of gateway.stream(name, request as { query: { lastEventId?: string } })) {
    const found = path ? select(event, path) : event
    if (found !== undefined) await print(jsonOf(found))
  }
}

const isFile = ({ answers }: OperationCommand, { format }: Record<string, unknown>) =>
  answers.some((type) => type !== 'application/json') && (format !== undefined || answers[0] !== 'application/json')

const isStream = ({ answers }: OperationCommand) => answers.includes('text/event-stream')

async function collected(gateway: Gateway, name: ListName, request: AnyRequest): Promise<unknown[]> {
  const items: unknown[] = []
  for await (const item of gateway.pages(name, request as never)) items.push(item)
  return items
}

async function answer(command: OperationCommand, gateway: Gateway, request: AnyRequest, options: Options) {
  const name = command.operation as OperationName
  if (isStream(command)) return follow(gateway, name as StreamName, request, options.select)
  if (isFile(command, request.query))
    return download(await gateway.file(name as FileName, request as never), options.output)
  if (options.all) return show(await collected(gateway, name as ListName, request), options)
  const { data, meta, etag } = await gateway.call(name, request as never)
  await show(data, options)
  if (!process.stdout.isTTY || options.json || options.select) return
  const { page, pages, total } = (meta ?? {}) as Record<string, number>
  if (page !== undefined && pages !== undefined && pages > 1)
    note(`Page ${page} of ${pages}, ${total} items. --all reads all pages.`)
  if (etag && command.ids.length > 0) note(`etag ${etag}`)
}

async function run(command: OperationCommand, args: string[], options: Options): Promise<void> {
  try {
    const request = await requestOf(command, args, options)
    await answer(command, await connected(options), request, options)
  } catch (error) {
    throw failureOf(error, command.permission)
  }
}

/** Adds the options of every command that calls a gateway. */
export const withConnection = (command: Command): Command =>
  command
    .option('--gateway <url>', 'address of the gateway (default: CAMPAIGNS_URL, or that of the sign-in)')
    .option('--organization <id>', 'organization to act for, if the token names several')

const withOutput = (command: Command): Command =>
  command
    .option('--json', 'print JSON, on a terminal too')
    .option('--select <path>', 'print only the value at a path, such as contact.email or 0.id')

/** The group of a command, such as `service-provider webhooks`. */
export function groupOf(program: Command, words: string[]): Command {
  const [word, ...rest] = words
  if (word === undefined) return program
  const found = program.commands.find((each) => each.name() === word)
  const group = found ?? program.command(word).description(`Commands of ${word.replaceAll('-', ' ')}.`)
  return groupOf(group, rest)
}

function exampleOf({ words, ids, isImport, body, isList }: OperationCommand): string {
  const line = ['campaigns', ...words, ...ids.map((name) => name.toUpperCase()), ...(isImport ? ['clients.csv'] : [])]
  const [field] = body?.filter(({ kind }) => kind === 'string') ?? []
  if (field) line.push(`--${kebab(field.name)}`, field.choices?.[0] ?? "'...'")
  else if (body && !isImport) line.push("--data '{...}'")
  return [...line, ...(isList ? ['--all', '--json'] : [])].join(' ')
}

function addOperation(program: Command, command: OperationCommand): void {
  const name = command.words.at(-1) ?? ''
  const added = groupOf(program, command.words.slice(0, -1)).command(name).summary(command.summary)
  const needs = command.permission ? `\n\nNeeds the permission ${command.permission}.` : ''
  added.description(`${command.summary}.${needs}`)
  for (const id of command.ids) added.argument(`<${id}>`)
  if (command.isImport) added.argument('<file>', 'rows as CSV or JSON, or - for the standard input')
  for (const field of command.query) added.addOption(optionOf(field))
  if (command.body && !command.isImport) {
    for (const field of command.body) added.addOption(optionOf(field))
    added.option('--data <json>', 'body as JSON, @FILE, or - for the standard input; other options replace its fields')
  }
  if (command.isList) added.option('--all', 'read all pages')
  if (command.isPost) added.option('--idempotency-key <key>', 'a repetition with the same key has no further effect')
  if (command.hasPrecondition) added.option('--if-match <etag>', 'change the record only if it has this entity tag')
  if (command.answers.some((type) => type !== 'application/json') && !isStream(command))
    added.option('--output <file>', 'write to a new file')
  withConnection(withOutput(added)).addHelpText('after', `\nExample:\n  ${exampleOf(command)}`)
  added.action((...given: unknown[]) => run(command, given.slice(0, -2) as string[], added.opts()))
}

export function addOperations(program: Command): void {
  for (const command of OPERATIONS) addOperation(program, command)
}
