import {
  ExportedLegalHoldsDocument,
  HeldRecordsDocument,
  type HeldRecordsQuery,
  HoldKind,
  type HoldRowFragment,
  type LegalHoldInput,
  LegalHoldOrderField,
  LegalHoldsDocument,
  PlaceLegalHoldDocument,
  ReleaseLegalHoldDocument,
  SavedViewList,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useSave } from '../api/use-save.ts'
import { labelColumn } from '../components/columns.tsx'
import { InputForm } from '../components/input-form.tsx'
import { pageOf } from '../components/list.tsx'
import { Opener } from '../components/opener.tsx'
import { findCampaigns, findClients, findContents } from '../components/record-choices.ts'
import { choice, longText, reference, time } from '../components/record-fields.tsx'
import { Records } from '../components/records.tsx'
import type { Column } from '../components/table.tsx'
import { notify } from '../components/toasts.tsx'
import { moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'

/** The kinds of records of which a single one can be chosen, with their screens. */
const ONE = {
  CLIENT: { screen: 'clients', find: findClients },
  CAMPAIGN: { screen: 'campaigns', find: findCampaigns },
  CONTENT_ITEM: { screen: 'content', find: findContents },
} as const
type One = keyof typeof ONE
const hasOne = (resource: string): resource is One => Object.hasOwn(ONE, resource)

/** The kinds of records of which only all can be chosen here. */
const ALL = ['CONSENT', 'DATA_SUBJECT_REQUEST', 'BREACH', 'ANALYTICS_RECORD', 'CAMPAIGN_RECIPIENT', 'TRASH'] as const

const common = { ground: longText({ required: true, hasNoHint: true }), until: time() }
const kind = choice(HoldKind, { required: true, initial: HoldKind.LEGAL_HOLD })

const rowsOf = (resource: One) => ({
  kind,
  resource: choice({ [resource]: resource }, { required: true, initial: resource }),
  rowId: reference({ find: ONE[resource].find, nameIn: () => '', show: (id) => id }, { required: true }),
  ...common,
})

const rowsOfAll = {
  kind,
  resource: choice(Object.fromEntries([...Object.keys(ONE), ...ALL].map((resource) => [resource, resource])), {
    required: true,
  }),
  ...common,
}

type Node = NonNullable<HeldRecordsQuery['nodes']>[number]

const nameIn = (node: Node): string | undefined => {
  if (!node) return undefined
  if ('name' in node) return node.name
  return 'title' in node ? node.title : undefined
}

/** The names of the held records, by their ids. */
function useNames(holds: readonly HoldRowFragment[]): ReadonlyMap<string, string> {
  const ids = holds.flatMap(({ resource, rowId }) => (rowId && hasOne(resource) ? [rowId] : []))
  const { data } = useQuery(HeldRecordsDocument, { ids: ids.length > 0 ? ids : ['none'] })
  return new Map(
    (data?.nodes ?? []).flatMap((node) => {
      const name = nameIn(node)
      return node && name ? [[node.id, name] as const] : []
    }),
  )
}

const stateOf = ({ releasedAt, releaseReason, releaser, until }: HoldRowFragment) => {
  if (releasedAt)
    return t('privacy:holds.released', { time: moment(releasedAt), by: releaser?.name ?? '', reason: releaseReason })
  return until ? t('privacy:holds.until', { time: moment(until) }) : t('privacy:holds.inForce')
}

/** The records that nothing deletes, erases or corrects. */
export function Holds() {
  const asked = pageOf(route.value.parameters, LegalHoldOrderField)
  const query = useQuery(LegalHoldsDocument, asked)
  const names = useNames(query.data?.list.nodes ?? [])
  const mayDecide = session.may('org:privacy:decide')
  const nameOf = ({ resource, rowId }: HoldRowFragment) =>
    rowId
      ? `${label(resource)}: ${names.get(rowId) ?? t('privacy:holds.record')}`
      : t('privacy:holds.allOf', { resource: label(resource) })
  const columns: Column<HoldRowFragment>[] = [
    { id: 'resource', order: LegalHoldOrderField.RESOURCE, title: fieldName('resource'), show: nameOf },
    { id: 'ground', title: fieldName('ground'), show: ({ ground }) => ground },
    labelColumn('kind', (hold) => hold.kind, { order: LegalHoldOrderField.KIND, isRoomy: true }),
    { id: 'status', title: fieldName('status'), show: stateOf },
    { id: 'by', title: t('privacy:recordedBy'), isRoomy: true, show: ({ creator }) => creator?.name },
  ]
  const releaseOf = (row: HoldRowFragment) =>
    !row.releasedAt && (
      <Opener label={t('privacy:holds.release')} name={t('privacy:holds.releaseNamed', { name: nameOf(row) })}>
        {(close) => <ReleaseForm hold={row} name={nameOf(row)} onClose={close} />}
      </Opener>
    )
  return (
    <>
      <p>{t('privacy:holds.effect')}</p>
      <Records
        list={SavedViewList.HOLDS}
        sentences={{
          create: t('privacy:holds.placeAll'),
          empty: t('privacy:holds.none'),
          count: (count) => t('privacy:holds.count', { count }),
        }}
        query={query}
        readAll={async () => (await session.request(ExportedLegalHoldsDocument, asked)).list.nodes}
        columns={columns}
        hrefOf={hrefOfHeld}
        mayWrite={false}
        mayCreate={mayDecide}
        actions={
          mayDecide &&
          Object.keys(ONE)
            .filter(hasOne)
            .map((resource) => <PlaceOne key={resource} resource={resource} />)
        }
        nameOf={nameOf}
        rowActions={mayDecide ? releaseOf : undefined}
        form={({ onClose }) => <HoldForm rows={rowsOfAll} title={t('privacy:holds.placeAll')} onClose={onClose} />}
      />
    </>
  )
}

const hrefOfHeld = ({ resource, rowId }: HoldRowFragment) =>
  rowId && hasOne(resource) ? hrefOf(ONE[resource].screen, [rowId]) : undefined

function PlaceOne({ resource }: { resource: One }) {
  const title = t('privacy:holds.place', { resource: label(resource) })
  return <Opener label={title}>{(close) => <HoldForm rows={rowsOf(resource)} title={title} onClose={close} />}</Opener>
}

interface HoldFormProps {
  rows: Readonly<Record<string, unknown>>
  title: string
  onClose: () => void
}

function HoldForm({ rows, title, onClose }: HoldFormProps) {
  const send = useSave()
  const place = async (input: LegalHoldInput) => {
    await send(PlaceLegalHoldDocument, { input })
    notify(t('privacy:holds.placed'))
  }
  return (
    <InputForm<LegalHoldInput>
      title={title}
      draft={`hold ${title}`}
      rows={{ ...rows } as Record<keyof LegalHoldInput, unknown>}
      save={place}
      onClose={onClose}
    />
  )
}

function ReleaseForm({ hold, name, onClose }: { hold: HoldRowFragment; name: string; onClose: () => void }) {
  const send = useSave()
  const release = async (input: { reason: string }) => {
    await send(ReleaseLegalHoldDocument, { id: hold.id, input })
    notify(t('privacy:holds.releasedNamed', { name }))
  }
  return (
    <InputForm<{ reason: string }>
      title={t('privacy:holds.releaseNamed', { name })}
      draft={`release ${hold.id}`}
      rows={{ reason: longText({ required: true }) }}
      action={t('privacy:holds.release')}
      save={release}
      onClose={onClose}
    >
      <p>{t('privacy:holds.releaseHint')}</p>
    </InputForm>
  )
}
