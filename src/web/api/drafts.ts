/** What was typed into a form, by the names of its fields. */
export type Draft = Readonly<Record<string, string>>

interface Owner {
  userId: string
  organizationId: string
}

const PREFIX = 'draft '
const prefixOf = ({ userId, organizationId }: Owner) => `${PREFIX}${JSON.stringify([organizationId, userId])} `

/** Forms that are not saved yet. They are kept in this tab only, and each for whoever typed it. */
export function draftsOf(owner: Owner, form: string) {
  const key = prefixOf(owner) + form
  const drop = () => sessionStorage.removeItem(key)
  const keep = (draft: Draft) =>
    Object.keys(draft).length === 0 ? drop() : sessionStorage.setItem(key, JSON.stringify(draft))
  const read = (): Draft => JSON.parse(sessionStorage.getItem(key) ?? '{}')
  return { read, keep, drop }
}

/** Forgets what others typed; what everybody did, where nobody is named. */
export function keepDraftsOf(owner: Owner | undefined): void {
  const own = owner && prefixOf(owner)
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && !(own && key.startsWith(own))) sessionStorage.removeItem(key)
}
