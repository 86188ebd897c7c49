import { useRef, useState } from 'preact/hooks'
import {
  CampaignPurpose,
  CreateSegmentDocument,
  DeleteSegmentDocument,
  DirectChannel,
  ExportedSegmentsDocument,
  Language,
  SegmentDocument,
  type SegmentFilterInput,
  type SegmentInput,
  SegmentOrderField,
  SegmentOutcome,
  type SegmentRowFragment,
  SegmentSizeDocument,
  type SegmentSizeQuery,
  SegmentsDocument,
  UpdateSegmentDocument,
} from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { column, type FileColumn, textColumn } from '../components/columns.tsx'
import { DeleteButton } from '../components/delete-button.tsx'
import { linesOf, updateOf } from '../components/entered.ts'
import { InputForm } from '../components/input-form.tsx'
import { choice, choices, type FieldRow, factsOf, group, longText, number, text } from '../components/record-fields.tsx'
import { type FormProps, Records, useList } from '../components/records.tsx'
import { fieldName, t } from '../i18n/language.ts'

type Attributes = NonNullable<SegmentFilterInput['attributes']>
type Engagement = NonNullable<SegmentFilterInput['engaged']>

const attributeText = ({ name, values }: Attributes[number]) => `${name}: ${values.join(', ')}`

/** A name and its values on each line. */
const attributes: FieldRow<Attributes> = {
  control: ({ value, ...props }) => longText().control({ ...props, value: value?.map(attributeText).join('\n') }),
  read: (entered, name) =>
    linesOf(entered, name).map((line) => {
      const [, attribute = '', listed = ''] = /^([^:=]*)[:=](.*)$/.exec(line) ?? []
      const values = listed.split(',').flatMap((value) => value.trim() || [])
      const fault = t('delivery:segment.attributesFault')
      if (!attribute.trim() || values.length === 0) throw new RequestError('VALIDATION_ERROR', fault, { [name]: fault })
      return { name: attribute.trim(), values }
    }),
  show: (value) => value.map(attributeText).join('; '),
}

const CONDITIONS = {
  channel: { ...choice(DirectChannel, { required: true, hasNoHint: true }), initial: DirectChannel.EMAIL },
  languages: choices(Language),
  attributes,
  consentFor: choice(CampaignPurpose, {}),
  engaged: choice(SegmentOutcome, { isHalf: true }),
  notEngaged: choice(SegmentOutcome, { isHalf: true }),
  engagedDays: number(),
}

/** The conditions of a filter, as the form has them. */
interface Conditions extends Pick<SegmentFilterInput, 'channel' | 'languages' | 'attributes' | 'consentFor'> {
  engaged: SegmentOutcome | null
  notEngaged: SegmentOutcome | null
  engagedDays: number | null
}

const conditionsOf = ({ channel, engaged, notEngaged, ...others }: SegmentFilterInput): Conditions => ({
  ...others,
  channel: channel ?? DirectChannel.EMAIL,
  engaged: engaged?.outcome ?? null,
  notEngaged: notEngaged?.outcome ?? null,
  engagedDays: (engaged ?? notEngaged)?.days ?? null,
})

const conditions = group<Conditions>(CONDITIONS)

/** The entered filter. Conditions that the form does not show stay. */
function filterIn(entered: FormData, name: string, before: SegmentFilterInput): SegmentFilterInput {
  const { engaged, notEngaged, engagedDays, languages, attributes, consentFor, channel } = conditions.read(
    entered,
    name,
    conditionsOf(before),
  ) as Conditions
  // The form shows one number of days. Two that differ stay until the user enters another one.
  const daysOf = (earlier: Engagement | null | undefined) =>
    earlier && engagedDays === conditionsOf(before).engagedDays ? earlier.days : engagedDays
  const engagementOf = (outcome: SegmentOutcome, earlier: Engagement | null | undefined): Engagement => {
    const days = daysOf(earlier)
    return { outcome, ...(earlier?.campaignIds && { campaignIds: earlier.campaignIds }), ...(days && { days }) }
  }
  return {
    channel: channel ?? DirectChannel.EMAIL,
    ...(languages?.length && { languages }),
    ...(attributes?.length && { attributes }),
    ...(before.clientIds && { clientIds: before.clientIds }),
    ...(consentFor && { consentFor }),
    ...(engaged && { engaged: engagementOf(engaged, before.engaged) }),
    ...(notEngaged && { notEngaged: engagementOf(notEngaged, before.notEngaged) }),
  }
}

const filter = {
  control: ({ value, ...props }) => (
    <>
      {conditions.control({ ...props, value: conditionsOf(value ?? {}) })}
      <Size name={props.name} before={value ?? {}} />
    </>
  ),
  read: (entered, name, before) => filterIn(entered, name, before ?? {}),
  show: (value) =>
    factsOf(CONDITIONS, { ...conditionsOf(value) })
      .flatMap(([name, shown]) => (shown ? [`${name}: ${shown}`] : []))
      .join('; '),
} satisfies FieldRow<SegmentFilterInput>

const fields = { name: text({ required: true }), filter }

const SegmentForm = ({ row: segment, onClose }: FormProps<SegmentRowFragment>) => (
  <InputForm<SegmentInput, SegmentRowFragment>
    title={segment ? t('editNamed', { name: segment.name }) : t('delivery:segment.new')}
    draft={`segment ${segment?.id ?? 'new'}`}
    rows={fields}
    record={segment}
    {...(segment && { read: async () => (await session.request(SegmentDocument, { id: segment.id })).record })}
    save={(input, seen) =>
      seen ? session.save(UpdateSegmentDocument, updateOf(seen, input)) : session.save(CreateSegmentDocument, { input })
    }
    onClose={onClose}
  />
)

/** Counts the people of the entered filter. */
function Size({ name, before }: { name: string; before: SegmentFilterInput }) {
  const place = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<SegmentSizeQuery['segmentSize']>()
  const count = async () => {
    const form = place.current?.closest('form')
    if (!form) return
    const entered = filterIn(new FormData(form), name, before)
    setSize((await session.request(SegmentSizeDocument, { filter: entered })).segmentSize)
  }
  return (
    <div class="actions" ref={place}>
      <ActionButton run={count} label={t('delivery:segment.size')} />
      <p role="status">{size && t('delivery:segment.people', { count: size.people, contactable: size.contactable })}</p>
    </div>
  )
}

const columns = (): FileColumn<SegmentRowFragment>[] => [
  textColumn('name'),
  column('conditions', fieldName('filter'), (row) => filter.show(row.filter)),
]

const removalOf = (segment: SegmentRowFragment) => (
  <DeleteButton
    record={segment}
    document={DeleteSegmentDocument}
    consequence={t('delivery:segment.deleteConsequence')}
  />
)

/** Named filters over the known contacts. */
export const Segments = () => (
  <Records
    list="SEGMENTS"
    words="delivery:segment"
    {...useList(SegmentsDocument, ExportedSegmentsDocument, SegmentOrderField)}
    mayWrite={session.may('org:campaigns:write')}
    columns={columns()}
    nameOf={({ name }) => name}
    form={(editing) => <SegmentForm {...editing} />}
    rowActions={session.may('org:campaigns:delete') ? removalOf : undefined}
  />
)
