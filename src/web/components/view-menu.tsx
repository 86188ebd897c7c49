import { SlidersHorizontal } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import {
  CreateSavedViewDocument,
  DeleteSavedViewDocument,
  type SavedViewList,
  type SavedViewPatch,
  SavedViewsDocument,
  UpdateSavedViewDocument,
  type ViewRowFragment,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { t } from '../i18n/language.ts'
import { hrefOf, route, setParameters } from '../route.ts'
import { ActionButton } from './action-button.tsx'
import { ConfirmButton } from './confirm.tsx'
import { textOf } from './entered.ts'
import { SelectField, TextField } from './fields.tsx'
import { Form } from './form.tsx'
import { Menu } from './menu.tsx'
import { Loaded } from './panel.tsx'
import { SaveList } from './save-list.tsx'
import { notify } from './toasts.tsx'
import type { ColumnChoice } from './use-columns.ts'

const SHARED = 'shared'

/** Parameters that belong to one visit. A search text may be a person's name. */
const OF_A_VISIT = ['after', 'before', 'edit', 'search', 'view']

/** What a view keeps of an address. */
function keptOf(parameters: URLSearchParams): string {
  const kept = new URLSearchParams([...parameters].filter(([name, value]) => value && !OF_A_VISIT.includes(name)))
  kept.sort()
  return kept.toString()
}

const hrefOfView = ({ id, parameters }: ViewRowFragment): string =>
  hrefOf(route.value.screen, route.value.path, { ...Object.fromEntries(new URLSearchParams(parameters)), view: id })

interface Props<R> {
  list: SavedViewList
  columns: ColumnChoice<R>
  readAll: (() => Promise<readonly R[]>) | undefined
}

/** The saved views of a list, and its columns. */
export function ViewMenu<R>(props: Props<R>) {
  const asked = route.value.parameters.get('view')
  return (
    <Menu
      icon={SlidersHorizontal}
      label={asked ? <Opened key={asked} id={asked} list={props.list} /> : t('views.open')}
      title={t('views.title')}
    >
      <Views {...props} />
    </Menu>
  )
}

/** The name of the view in the address. It shows the view, unless the address has filters of its own. */
function Opened({ id, list }: { id: string; list: SavedViewList }) {
  const { data, isLoading } = useQuery(SavedViewsDocument, { list })
  const view = data?.list.nodes.find((each) => each.id === id)
  const isGone = data !== undefined && view === undefined && !isLoading
  useEffect(() => {
    if (view && keptOf(route.peek().parameters) === '')
      setParameters(Object.fromEntries(new URLSearchParams(view.parameters)))
  }, [view?.id])
  useEffect(() => {
    if (!isGone) return
    setParameters({ view: undefined })
    notify(t('views.gone'))
  }, [isGone])
  return <>{view ? t('views.named', { name: view.name }) : t('views.open')}</>
}

function Views<R>({ list, columns, readAll }: Props<R>) {
  const query = useQuery(SavedViewsDocument, { list })
  const { path, screen, parameters } = route.value
  const asked = parameters.get('view')
  return (
    <>
      <Loaded query={query}>
        {({ list: { nodes } }) => (
          <>
            <h2>{t('views.saved')}</h2>
            <ul class="views">
              <li>
                <a href={hrefOf(screen, path)} aria-current={asked ? undefined : 'true'}>
                  {t('views.everything')}
                </a>
              </li>
              {nodes.map((view) => (
                <Entry key={view.id} view={view} isOpen={view.id === asked} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {/* The whole menu appears at once: a part that appears later moves the others from under the pointer. */}
      {(query.data || query.error) && (
        <>
          <Columns {...columns} />
          <NewView list={list} />
          {readAll && <SaveList name={list.toLowerCase()} columns={columns.shown} readAll={readAll} />}
        </>
      )}
    </>
  )
}

function Entry({ view, isOpen }: { view: ViewRowFragment; isOpen: boolean }) {
  const [isRenaming, setRenaming] = useState(false)
  const { id, name } = view
  const isOwn = view.createdBy === session.caller.value?.userId
  const mayChange = isOwn || session.may('org:team:write')
  const shown = keptOf(route.value.parameters)
  const update = (input: SavedViewPatch) =>
    session.save(UpdateSavedViewDocument, { id, input }, { said: t('views.kept', { name: input.name ?? name }) })
  const rename = async (entered: FormData) => {
    await update({ name: textOf(entered, 'name') ?? '' })
    setRenaming(false)
  }
  const remove = async () => {
    await session.save(DeleteSavedViewDocument, { id }, { said: t('views.deleted', { name }) })
    if (isOpen) setParameters({ view: undefined })
  }
  return (
    <li>
      <a href={hrefOfView(view)} aria-current={isOpen ? 'true' : undefined}>
        {name}
      </a>
      {view.isShared && <span class="badge">{t('views.shared')}</span>}
      {mayChange && isOpen && shown !== view.parameters && (
        <ActionButton run={() => update({ parameters: shown })} label={t('views.update', { name })} />
      )}
      {mayChange && (
        <>
          <button
            type="button"
            class="plain"
            aria-label={t('views.renameNamed', { name })}
            aria-expanded={isRenaming}
            onClick={() => setRenaming(!isRenaming)}
          >
            {t('views.rename')}
          </button>
          <ConfirmButton
            isOfRow
            isPlain
            title={t('views.deleteNamed', { name })}
            consequence={t(view.isShared ? 'views.deleteShared' : 'views.deleteOwn')}
            action={t('delete')}
            confirm={remove}
          />
        </>
      )}
      {isRenaming && (
        <Form save={rename} onCancel={() => setRenaming(false)}>
          <TextField name="name" label={t('views.newName')} value={name} required />
        </Form>
      )}
    </li>
  )
}

function NewView({ list }: { list: SavedViewList }) {
  const save = async (entered: FormData) => {
    const name = textOf(entered, 'name') ?? ''
    const isShared = textOf(entered, 'audience') === SHARED
    const parameters = keptOf(route.peek().parameters)
    const { view } = await session.save(CreateSavedViewDocument, { input: { list, name, parameters, isShared } })
    setParameters({ view: view.id })
    notify(t('views.kept', { name }))
  }
  return (
    <details>
      <summary>{t('views.new')}</summary>
      <Form save={save}>
        <TextField name="name" label={t('name')} hint={t('views.hint')} required />
        {session.caller.value?.role !== 'viewer' && (
          <SelectField
            name="audience"
            label={t('views.audience')}
            none={t('views.own')}
            choices={[{ value: SHARED, label: t('views.everyone') }]}
          />
        )}
      </Form>
    </details>
  )
}

function Columns<R>({ all, shown, choose }: ColumnChoice<R>) {
  const [, ...others] = all
  const isShown = (id: string) => shown.some((column) => column.id === id)
  const toggle = (id: string) => {
    const wanted = all.filter((column) => (column.id === id) !== isShown(column.id)).map((column) => column.id)
    choose(wanted.length === all.length ? undefined : wanted)
  }
  return (
    <fieldset>
      <legend>{t('views.columns')}</legend>
      <div class="choices">
        {others.map(({ id, title }) => (
          <label key={id}>
            <input type="checkbox" checked={isShown(id)} onChange={() => toggle(id)} /> {title}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
