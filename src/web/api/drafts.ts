/** The unsaved input of a form, by field name. */
export type Draft = Readonly<Record<string, string>>

interface Owner {
  userId: string
  organizationId: string
}

const PREFIX = 'draft '
const prefixOf = ({ userId, organizationId }: Owner) => `${PREFIX}${JSON.stringify([organizationId, userId])} `

/** Unsaved forms. They are stored in this tab only, separately for each user. */
export function draftsOf(owner: Owner, form: string) {
  const key = prefixOf(owner) + form
  const drop = () => sessionStorage.removeItem(key)
  const keep = (draft: Draft) =>
    Object.keys(draft).length === 0 ? drop() : sessionStorage.setItem(key, JSON.stringify(draft))
  const read = (): Draft => JSON.parse(sessionStorage.getItem(key) ?? '{}')
  return { read, keep, drop }
}

/** Deletes the drafts of other users. Without an owner: of all users. */
export function keepDraftsOf(owner: Owner | undefined): void {
  const own = owner && prefixOf(owner)
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && !(own && key.startsWith(own))) sessionStorage.removeItem(key)
}
