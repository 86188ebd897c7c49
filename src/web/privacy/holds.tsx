import {
  ExportedLegalHoldsDocument,
  HoldKind,
  type HoldRowFragment,
  type LegalHoldInput,
  LegalHoldOrderField,
  LegalHoldsDocument,
  PlaceLegalHoldDocument,
  ReleaseLegalHoldDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { column, type FileColumn, labelColumn, textColumn } from '../components/columns.tsx'
import { FormButton, InputForm } from '../components/input-form.tsx'
import { findCampaigns, findClients, findContents } from '../components/record-choices.ts'
import { choice, longText, reference, time } from '../components/record-fields.tsx'
import { useRecordNames } from '../components/record-names.tsx'
import { Records, useList } from '../components/records.tsx'
import { moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'

/** The kinds of records of which a single one can be chosen. */
const ONE = {
  CLIENT: findClients,
  CAMPAIGN: findCampaigns,
  CONTENT_ITEM: findContents,
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
  rowId: reference({ find: ONE[resource], nameIn: () => '', show: (id) => id }, { required: true }),
  ...common,
})

const rowsOfAll = {
  kind,
  resource: choice(Object.fromEntries([...Object.keys(ONE), ...ALL].map((resource) => [resource, resource])), {
    required: true,
  }),
  ...common,
}

const stateOf = ({ releasedAt, releaseReason, releaser, until }: HoldRowFragment) => {
  if (releasedAt)
    return t('privacy:holds.released', { time: moment(releasedAt), by: releaser?.name ?? '', reason: releaseReason })
  return until ? t('privacy:holds.until', { time: moment(until) }) : t('privacy:holds.inForce')
}

/** The records that nothing deletes, erases or corrects. */
export function Holds() {
  const found = useList(LegalHoldsDocument, ExportedLegalHoldsDocument, LegalHoldOrderField)
  const names = useRecordNames(found.query.data?.list.nodes.flatMap(({ rowId }) => rowId ?? []) ?? [])
  const mayDecide = session.may('org:privacy:decide')
  const nameOf = ({ resource, rowId }: HoldRowFragment) =>
    rowId
      ? `${label(resource)}: ${names.get(rowId)?.name ?? t('privacy:holds.record')}`
      : t('privacy:holds.allOf', { resource: label(resource) })
  const columns: FileColumn<HoldRowFragment>[] = [
    column('resource', fieldName('resource'), nameOf),
    textColumn('ground', { isRoomy: true }),
    labelColumn('kind', { isRoomy: true }),
    column('status', fieldName('status'), stateOf, { order: LegalHoldOrderField.RELEASED_AT }),
    column('by', t('privacy:recordedBy'), ({ creator }) => creator?.name, {
      order: LegalHoldOrderField.CREATOR,
      isRoomy: true,
    }),
  ]
  const releaseOf = (row: HoldRowFragment) => !row.releasedAt && <Release hold={row} name={nameOf(row)} />
  return (
    <>
      <p>{t('privacy:holds.effect')}</p>
      <Records
        list="HOLDS"
        words="privacy:holds"
        {...found}
        columns={columns}
        hrefOf={({ rowId }) => (rowId ? names.get(rowId)?.href : undefined)}
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
        form={({ onClose }) => <PlaceAll onClose={onClose} />}
      />
    </>
  )
}

/** What the forms of a new hold have in common. */
const usePlacing = (title: string) => ({
  draft: `hold ${title}`,
  save: (input: LegalHoldInput) => session.save(PlaceLegalHoldDocument, { input }, { said: t('privacy:holds.placed') }),
})

function PlaceOne({ resource }: { resource: One }) {
  const title = t('privacy:holds.place', { resource: label(resource) })
  return <FormButton<LegalHoldInput> label={title} rows={rowsOf(resource)} {...usePlacing(title)} />
}

function PlaceAll({ onClose }: { onClose: () => void }) {
  const title = t('privacy:holds.new')
  return (
    <InputForm<Omit<LegalHoldInput, 'rowId'>> title={title} rows={rowsOfAll} {...usePlacing(title)} onClose={onClose} />
  )
}

const Release = ({ hold: { id }, name }: { hold: HoldRowFragment; name: string }) => (
  <FormButton<{ reason: string }>
    isOfRow
    label={t('privacy:holds.release')}
    title={t('privacy:holds.releaseNamed', { name })}
    draft={`release ${id}`}
    rows={{ reason: longText({ required: true }) }}
    action={t('privacy:holds.release')}
    save={(input) =>
      session.save(ReleaseLegalHoldDocument, { id, input }, { said: t('privacy:holds.releasedNamed', { name }) })
    }
  >
    <p>{t('privacy:holds.releaseHint')}</p>
  </FormButton>
)
