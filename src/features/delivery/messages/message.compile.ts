import { invalidFields, ServiceError } from '../../../common/errors.ts'
import { moduleBeside, ThreadLimit, type Threads, TimeLimit } from '../../../common/threads.ts'
import type { Context } from '../../../engine/execute/context.ts'
import type { ContentItem } from '../../content/content-item.entity.ts'
import { compileTemplate, type Template, textPartsOf } from './message.template.ts'
import { isHtml } from './message.text.ts'

/**
 * Styles are inlined in a thread, with a limit of time and memory: a selector of 20 characters can compare all tags with
 * all tags.
 */
const TEMPLATES = moduleBeside(import.meta.url, './message.template')
const COMPILING = { module: TEMPLATES, name: compileTemplate.name }
const DERIVING = { module: TEMPLATES, name: textPartsOf.name }
/** Limits of processor time, milliseconds. What a caller could store or preview is also sent. */
const WAITING_MS = 5_000
const SENDING_MS = 15_000
/** Number of tags up to which a body without styles needs no check: it compiles in milliseconds. */
const FEW_TAGS = 500

type Content = Pick<ContentItem, 'title' | 'body'>

const compile = (threads: Threads, { title, body }: Content, cpuMilliseconds: number): Promise<Template> =>
  threads.run<Template>({ ...COMPILING, args: [{ title, body }], cpuMilliseconds })

const asFault = (error: unknown) => (error instanceof ThreadLimit ? invalidFields({ body: 'TOO_COMPLEX' }) : error)

/**
 * Compiles content to send, in a thread.
 * @throws VALIDATION_ERROR if that needs too much processor time or memory, or if the message is too large; NOT_READY if
 * the machine is too busy: it can compile the content later
 */
export const compiled = (threads: Threads, content: Content): Promise<Template> =>
  compile(threads, content, SENDING_MS).catch((error: unknown) => {
    throw error instanceof TimeLimit ? error : asFault(error)
  })

/** Compiles content for a caller who waits. @throws VALIDATION_ERROR as above, also if the machine is too busy */
export const compiledFor = (ctx: Context, content: Content): Promise<Template> =>
  compile(ctx.service('threads'), content, WAITING_MS).catch((error: unknown) => {
    throw asFault(error)
  })

/** The text parts of contents. @throws NOT_READY if the machine is too busy */
export const textParts = async (threads: Threads, bodies: readonly string[]): Promise<string[]> =>
  bodies.some(isHtml) ? threads.run<string[]>({ ...DERIVING, args: [bodies] }) : textPartsOf(bodies)

/** Whether a message cannot be composed because its content, with the values of the recipient, breaks a rule. */
export const isOfContent = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'VALIDATION_ERROR'

/** @throws VALIDATION_ERROR if a body cannot be compiled */
export async function demandCompilable(ctx: Context, body: string | null | undefined): Promise<void> {
  const isPlain = !body || (!/<style/i.test(body) && body.split('<').length <= FEW_TAGS)
  if (!isPlain) await compiledFor(ctx, { title: '', body })
}
