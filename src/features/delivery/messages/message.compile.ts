import { invalidFields, ServiceError } from '../../../common/errors.ts'
import { moduleBeside, ThreadLimit, type Threads } from '../../../common/threads.ts'
import type { Context } from '../../../engine/execute/context.ts'
import type { ContentItem } from '../../content/content-item.entity.ts'
import { compileTemplate, type Template } from './message.template.ts'

/**
 * Styles are inlined in a thread, with a limit of time and memory: a selector of 20 characters can compare all tags with
 * all tags.
 */
const COMPILING = { module: moduleBeside(import.meta.url, './message.template'), name: compileTemplate.name }
/**
 * Limit of processor time while a caller waits, milliseconds. Sending has the longer time limit of all threads instead. So
 * content that a caller could store or preview is also sent by a busy machine.
 */
const WAITING_MS = 5_000
/** Number of tags up to which a body without styles needs no check: it compiles in milliseconds. */
const FEW_TAGS = 500

type Content = Pick<ContentItem, 'title' | 'body'>

/**
 * Compiles content in a thread.
 * @throws VALIDATION_ERROR if that needs too much time or memory, or if the message is too large
 */
export async function compiled(
  threads: Threads,
  { title, body }: Content,
  cpuMilliseconds?: number,
): Promise<Template> {
  try {
    return await threads.run<Template>({ ...COMPILING, args: [{ title, body }], cpuMilliseconds })
  } catch (error) {
    if (error instanceof ThreadLimit) throw invalidFields({ body: 'TOO_COMPLEX' })
    throw error
  }
}

/** Whether a message cannot be composed because its content, with the values of the recipient, breaks a rule. */
export const isOfContent = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'VALIDATION_ERROR'

/** Compiles content for a caller who waits. @throws VALIDATION_ERROR as above */
export const compiledFor = (ctx: Context, content: Content): Promise<Template> =>
  compiled(ctx.service('threads'), content, WAITING_MS)

/** @throws VALIDATION_ERROR if a body cannot be compiled */
export async function demandCompilable(ctx: Context, body: string | null | undefined): Promise<void> {
  const isPlain = !body || (!/<style/i.test(body) && body.split('<').length <= FEW_TAGS)
  if (!isPlain) await compiledFor(ctx, { title: '', body })
}
