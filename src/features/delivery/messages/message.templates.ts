import { LRUCache } from 'lru-cache'
import type { Threads } from '../../../common/threads.ts'
import type { Database } from '../../../data/database.ts'
import type { Language } from '../../content/content-item.entity.ts'
import { compiled, isOfContent } from './message.compile.ts'
import type { Message } from './message.entity.ts'
import type { Template } from './message.template.ts'

declare module '../../../common/services.ts' {
  interface Services {
    templates: Templates
  }
}

const MOST = 200

/** The version of content that a message has. */
type Version = Pick<Message, 'organizationId' | 'contentId' | 'contentVersion'>

type VersionTemplate = Template & { language: Language }

/** The templates of versions of content. Each process has one instance. */
export class Templates {
  readonly #database: Database
  readonly #threads: Threads
  readonly #known = new LRUCache<string, Promise<VersionTemplate | undefined>>({ max: MOST })

  constructor(database: Database, threads: Threads) {
    this.#database = database
    this.#threads = threads
  }

  /** The template of a version; undefined if the content was deleted. @throws VALIDATION_ERROR if it cannot be compiled */
  of(version: Version): Promise<VersionTemplate | undefined> {
    const key = `${version.organizationId} ${version.contentId} ${version.contentVersion}`
    const known = this.#known.get(key)
    if (known) return known
    const made = this.#compile(version)
    this.#known.set(key, made)
    // A fault of the content is cached, because to find it again would take as long. Other errors are temporary.
    made.then(
      (template) => template ?? this.#known.delete(key),
      (error) => isOfContent(error) || this.#known.delete(key),
    )
    return made
  }

  async #compile({ organizationId, contentId, contentVersion }: Version): Promise<VersionTemplate | undefined> {
    const content = await this.#database.read(organizationId, ({ db }) =>
      db
        .selectFrom('contentVersion')
        .select(['title', 'body', 'language'])
        .where('contentId', '=', contentId)
        .where('version', '=', contentVersion)
        .executeTakeFirst(),
    )
    return content && { ...(await compiled(this.#threads.of(organizationId), content)), language: content.language }
  }
}
