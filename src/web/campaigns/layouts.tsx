import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { ClientNameDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { type FurtherFilter, FurtherFilters } from '../components/further-filters.tsx'
import { Filters, rememberChoice, Search, Toolbar } from '../components/list.tsx'
import { NewButton } from '../components/records.tsx'
import { t } from '../i18n/language.ts'
import { hrefOf, route, setParameters } from '../route.ts'
import { CampaignForm } from './campaign-form.tsx'

const LAYOUTS = ['list', 'board', 'calendar'] as const
type Layout = (typeof LAYOUTS)[number]

/** The layout that the address names. */
export const layoutOf = (parameters: URLSearchParams): Layout =>
  LAYOUTS.find((name) => name === parameters.get('layout')) ?? 'list'

/** Links to the other layouts of the same campaigns. */
export function Layouts() {
  const { parameters } = route.value
  const shown = layoutOf(parameters)
  useEffect(rememberChoice, [shown])
  const { after: _, before: __, ...kept } = Object.fromEntries(parameters)
  return (
    <nav class="sections" aria-label={t('campaigns:layouts.title')}>
      {LAYOUTS.map((name) => (
        <a
          key={name}
          href={hrefOf('campaigns', [], { ...kept, layout: name === 'list' ? undefined : name })}
          aria-current={name === shown ? 'page' : undefined}
        >
          {t(`campaigns:layouts.${name}`)}
        </a>
      ))}
    </nav>
  )
}

interface Props {
  filters: Readonly<Record<string, readonly string[]>>
  further: readonly FurtherFilter[]
  children: ComponentChildren
}

/** A layout with the controls that the list has. */
export function LayoutPanel({ filters, further, children }: Props) {
  const mayWrite = session.may('org:campaigns:write')
  const isNew = route.value.parameters.get('edit') === 'new'
  const close = () => setParameters({ edit: undefined })
  return (
    <div class="panel">
      <Toolbar>
        <Search label={t('campaigns:list.search')} />
        <Filters filters={filters} />
        <FurtherFilters filters={further} />
        <Layouts />
        <ClientFilter />
        {mayWrite && <NewButton words="campaigns:list" />}
      </Toolbar>
      {children}
      {mayWrite && isNew && <CampaignForm row={undefined} onClose={close} />}
    </div>
  )
}

/** Shows that the list is limited to one client, with a link to all campaigns. */
export function ClientFilter() {
  const id = route.value.parameters.get('client')
  return id && <Chosen id={id} />
}

function Chosen({ id }: { id: string }) {
  const { data } = useQuery(ClientNameDocument, { id })
  return (
    <button type="button" onClick={() => setParameters({ client: undefined, after: undefined, before: undefined })}>
      {t('campaigns:notOnly', { name: data?.client.name ?? '' })}
    </button>
  )
}
