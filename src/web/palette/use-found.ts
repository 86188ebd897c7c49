import { FindDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useTyped } from '../api/use-typed.ts'
import { t } from '../i18n/language.ts'
import { goTo } from '../route.ts'
import type { Item } from './items.ts'

const SHORTEST = 2

/** Records whose names contain the typed text. */
export function useFound(text: string): { items: readonly Item[]; fault: string } {
  const may = (feature: string) => session.may(`org:${feature}:read`)
  const { found = [], fault = '' } = useTyped(
    text.trim().length < SHORTEST ? undefined : text.trim(),
    async (ask, search): Promise<Item[]> => {
      const asked = { search, clients: may('clients'), campaigns: may('campaigns'), content: may('content') }
      const { campaigns, clients, contents } = await ask(FindDocument, asked)
      return [
        ...(campaigns?.nodes ?? []).map(({ id, name }) => itemOf('campaigns', id, name)),
        ...(clients?.nodes ?? []).map(({ id, name }) => itemOf('clients', id, name)),
        ...(contents?.nodes ?? []).map(({ id, title }) => itemOf('content', id, title)),
      ]
    },
  )
  return { items: found, fault }
}

const itemOf = (screen: 'campaigns' | 'clients' | 'content', id: string, title: string): Item => ({
  key: id,
  group: 'found',
  title,
  kind: t(`screens.${screen}`),
  choose: () => goTo(screen, [id]),
})
