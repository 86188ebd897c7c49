import { useEffect, useState } from 'preact/hooks'
import { FindDocument } from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { goTo } from '../route.ts'
import type { Item } from './items.ts'

const TYPING_MS = 250
const SHORTEST = 2

const NOTHING: { items: Item[]; fault: string } = { items: [], fault: '' }

/** Records whose names contain the typed text. One request, after the user stops typing. */
export function useFound(text: string) {
  const session = useSession()
  const [found, setFound] = useState(NOTHING)
  const search = text.trim()
  useEffect(() => {
    setFound(NOTHING)
    if (search.length < SHORTEST) return
    const controller = new AbortController()
    const { signal } = controller
    const find = async () => {
      const may = (feature: string) => session.may(`org:${feature}:read`)
      const asked = { search, clients: may('clients'), campaigns: may('campaigns'), content: may('content') }
      try {
        const { campaigns, clients, contents } = await session.request(FindDocument, asked, { signal })
        const items = [
          ...(campaigns?.nodes ?? []).map(({ id, name }) => itemOf('campaigns', id, name)),
          ...(clients?.nodes ?? []).map(({ id, name }) => itemOf('clients', id, name)),
          ...(contents?.nodes ?? []).map(({ id, title }) => itemOf('content', id, title)),
        ]
        setFound({ items, fault: '' })
      } catch (error) {
        if (!signal.aborted) setFound({ items: [], fault: sentenceOf(error) })
      }
    }
    const timer = setTimeout(find, TYPING_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [search])
  return found
}

const itemOf = (screen: 'campaigns' | 'clients' | 'content', id: string, title: string): Item => ({
  key: id,
  group: 'found',
  title,
  kind: t(`screens.${screen}`),
  choose: () => goTo(screen, [id]),
})
