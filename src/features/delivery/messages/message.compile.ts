import { invalidFields, ServiceError } from '../../../common/errors.ts'
import { moduleBeside, ThreadLimit, type Threads, TimeLimit } from '../../../common/threads.ts'
import type { Context } from '../../../engine/execute/context.ts'
import type { ContentItem } from '../../content/content-item.entity.ts'
import { compileTemplate, type Template } from './message.template.ts'

/**
 * Styles are inlined in a thread, with a limit of time and memory: a selector of 20 characters can compare all tags with
 * all tags.
 */
const COMPILING = { module: moduleBeside(import.meta.url, './message.template'), name: compileTemplate.name }
/** Limits of processor time, milliseconds. What a caller could store or preview is also sent. */
const WAITING_MS = 5_000
const SENDING_MS = 15_000
/** Number of tags up to which a body without styles needs no check: it compiles in milliseconds. */
const FEW_TAGS = 500

type Content = Pick<ContentItem, 'title' | 'body'>

/**
 * Compiles content in a thread.
 * @throws VALIDATION_ERROR if that needs too much time or memory, or if the message is too large; NOT_READY if the machine
 * is too busy, and no caller waits
 */
export async function compiled(
  threads: Threads,
  { title, body }: Content,
  cpuMilliseconds = SENDING_MS,
): Promise<Template> {
  try {
    return await threads.run<Template>({ ...COMPILING, args: [{ title, body }], cpuMilliseconds })
  } catch (error) {
    // While nobody waits, a busy machine can compile the content later.
    const isTemporary = error instanceof TimeLimit && cpuMilliseconds === SENDING_MS
    if (error instanceof ThreadLimit && !isTemporary) throw invalidFields({ body: 'TOO_COMPLEX' })
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
