import { useRef, useState } from 'preact/hooks'
import {
  CampaignPurpose,
  CreateSegmentDocument,
  DirectChannel,
  Language,
  SegmentDocument,
  type SegmentFilterInput,
  SegmentOutcome,
  type SegmentRowFragment,
  SegmentSizeDocument,
  type SegmentSizeQuery,
  UpdateSegmentDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useSave } from '../api/use-save.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { changesOf, choiceOf, choicesOf, integerOf, textOf } from '../components/entered.ts'
import { ChoicesField, LongTextField, SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { useRecord } from '../components/use-record.ts'
import { label, t } from '../i18n/language.ts'

const CHANNELS = Object.values(DirectChannel)
const LANGUAGES = Object.values(Language)
const PURPOSES = Object.values(CampaignPurpose)
const OUTCOMES = Object.values(SegmentOutcome)

const labelled = (values: readonly string[]) => values.map((value) => ({ value, label: label(value) }))

interface Props {
  segment: SegmentRowFragment | undefined
  onClose: () => void
}

export function SegmentForm({ segment: given, onClose }: Props) {
  const send = useSave()
  const { record: segment, reread } = useRecord(
    given,
    async () => given && (await session.request(SegmentDocument, { id: given.id })).segment,
  )
  const before: SegmentFilterInput = segment?.filter ?? {}
  const save = async (entered: FormData) => {
    const input = { name: textOf(entered, 'name') ?? '', filter: filterOf(entered, before) }
    if (segment) {
      const { id, updatedAt: expectedUpdatedAt } = segment
      await send(UpdateSegmentDocument, { id, expectedUpdatedAt, input: changesOf({ ...segment }, input) })
    } else await send(CreateSegmentDocument, { input })
    onClose()
  }
  const title = segment ? t('editNamed', { name: segment.name }) : t('delivery:segment.new')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form draft={`segment ${segment?.id ?? 'new'}`} save={save} reread={reread} onCancel={onClose}>
        <TextField name="name" label={t('name')} required value={segment?.name} />
        <SelectField
          name="channel"
          label={t('delivery:segment.channel')}
          required
          none={t('form.choose')}
          choices={labelled(CHANNELS)}
          value={before.channel ?? DirectChannel.EMAIL}
        />
        <ChoicesField
          name="languages"
          label={t('delivery:segment.languages')}
          hint={t('delivery:segment.languagesHint')}
          choices={labelled(LANGUAGES)}
          values={before.languages ?? []}
        />
        <LongTextField
          name="attributes"
          label={t('delivery:segment.attributes')}
          hint={t('delivery:segment.attributesHint')}
          value={before.attributes?.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('\n')}
        />
        <SelectField
          name="consentFor"
          label={t('delivery:segment.consentFor')}
          none={t('delivery:segment.anybody')}
          choices={labelled(PURPOSES)}
          value={before.consentFor ?? undefined}
        />
        <div class="pair">
          <SelectField
            name="engaged"
            label={t('delivery:segment.engaged')}
            none={t('delivery:segment.anybody')}
            choices={labelled(OUTCOMES)}
            value={before.engaged?.outcome}
          />
          <SelectField
            name="notEngaged"
            label={t('delivery:segment.notEngaged')}
            none={t('delivery:segment.anybody')}
            choices={labelled(OUTCOMES)}
            value={before.notEngaged?.outcome}
          />
        </div>
        <TextField
          name="days"
          label={t('delivery:segment.days')}
          hint={t('delivery:segment.daysHint')}
          inputMode="numeric"
          value={(before.engaged ?? before.notEngaged)?.days?.toString()}
        />
        <Size before={before} />
      </Form>
    </Dialog>
  )
}

/** Counts the people of the entered filter. */
function Size({ before }: { before: SegmentFilterInput }) {
  const place = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<SegmentSizeQuery['segmentSize']>()
  const count = async () => {
    const form = place.current?.closest('form')
    if (!form) return
    const filter = filterOf(new FormData(form), before)
    setSize((await session.request(SegmentSizeDocument, { filter })).segmentSize)
  }
  return (
    <div class="actions" ref={place}>
      <ActionButton run={count} label={t('delivery:segment.size')} />
      <p role="status">{size && t('delivery:segment.people', { count: size.people, contactable: size.contactable })}</p>
    </div>
  )
}

/** The entered filter. Conditions that the form does not show stay. */
function filterOf(entered: FormData, before: SegmentFilterInput): SegmentFilterInput {
  const languages = choicesOf(entered, 'languages', LANGUAGES)
  const attributes = (textOf(entered, 'attributes') ?? '').split('\n').flatMap((line) => {
    const [name = '', values = ''] = line.split(/[:=]/, 2).map((part) => part.trim())
    const listed = values.split(',').flatMap((value) => value.trim() || [])
    return name && listed.length > 0 ? [{ name, values: listed }] : []
  })
  const days = integerOf(entered, 'days', t('delivery:sender.number'))
  const consentFor = PURPOSES.find((purpose) => purpose === entered.get('consentFor'))
  return {
    channel: choiceOf(entered, 'channel', CHANNELS),
    ...(languages.length > 0 && { languages }),
    ...(attributes.length > 0 && { attributes }),
    ...(before.clientIds && { clientIds: before.clientIds }),
    ...(consentFor && { consentFor }),
    ...engagementIn(entered, 'engaged', before.engaged, days),
    ...engagementIn(entered, 'notEngaged', before.notEngaged, days),
  }
}

function engagementIn(
  entered: FormData,
  name: 'engaged' | 'notEngaged',
  before: SegmentFilterInput['engaged'],
  days: number | null,
) {
  const outcome = OUTCOMES.find((each) => each === entered.get(name))
  const { campaignIds } = before ?? {}
  return outcome && { [name]: { outcome, ...(campaignIds && { campaignIds }), ...(days && { days }) } }
}

/** The conditions of a filter, for the list. */
export function sentencesOf(filter: SegmentFilterInput): string[] {
  const { channel, languages, attributes, consentFor, engaged, notEngaged } = filter
  const facts: [string, string | undefined][] = [
    [t('delivery:segment.channel'), label(channel ?? DirectChannel.EMAIL)],
    [t('delivery:segment.languages'), languages?.map(label).join(', ')],
    ...(attributes ?? []).map(({ name, values }): [string, string] => [name, values.join(', ')]),
    [t('delivery:segment.consentFor'), consentFor ? label(consentFor) : undefined],
    [t('delivery:segment.engaged'), engaged ? label(engaged.outcome) : undefined],
    [t('delivery:segment.notEngaged'), notEngaged ? label(notEngaged.outcome) : undefined],
  ]
  return facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
}
