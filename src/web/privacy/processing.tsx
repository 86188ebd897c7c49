import {
  type ActivityRowFragment,
  type ActivityWholeFragment,
  AddProcessingActivityDocument,
  ChildrenGround,
  ExportedActivitiesDocument,
  ProcessingActivitiesDocument,
  ProcessingActivityDocument,
  type ProcessingActivityInput,
  ProcessingActivityOrderField,
  ProcessingGround,
  SpecialCategory,
  SpecialGround,
  UpdateProcessingActivityDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { column, type FileColumn, labelColumn, textColumn } from '../components/columns.tsx'
import { idsOf } from '../components/held-record.ts'
import { InputForm } from '../components/input-form.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { findOperators } from '../components/record-choices.ts'
import {
  choice,
  choices,
  type FieldRow,
  type FieldRows,
  factsOf,
  longText,
  text,
  texts,
  time,
  yes,
} from '../components/record-fields.tsx'
import { listOrRecord, RecordPage } from '../components/record-page.tsx'
import { type FormProps, Records, useList } from '../components/records.tsx'
import { RecordsField } from '../components/records-field.tsx'
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { transfers } from './transfers.tsx'

/** The operators of a displayed activity. A new one has none. */
const operatorsOf = (activity: Partial<Pick<ActivityWholeFragment, 'operators'>> = {}) =>
  activity.operators?.nodes ?? []

const operatorIds: FieldRow<string[]> = {
  control: ({ record, value: _, none: __, ...props }) => (
    <RecordsField
      {...props}
      find={findOperators}
      none={t('privacy:processing.findOperator')}
      value={operatorsOf(record)}
    />
  ),
  read: idsOf,
  show: (_, activity) =>
    operatorsOf(activity)
      .map(({ name }) => name)
      .join(', '),
}

const rows = {
  name: text({ required: true, isApart: true }),
  purpose: longText({ required: true, hasNoHint: true }),
  ground: choice(ProcessingGround, { required: true, initial: ProcessingGround.CONSENT }),
  subjects: texts(),
  categories: texts(),
  recipients: texts(),
  operatorIds,
  retention: longText({ required: true }),
  security: longText(),
  isVoluntary: yes(),
  specialCategories: choices(SpecialCategory),
  specialGround: choice(SpecialGround, {}),
  concernsChildren: yes(),
  childrenGround: choice(ChildrenGround, {}),
  transfers,
  priorAuthorisation: longText(),
  endedAt: time({ hasNoHint: true }),
} satisfies FieldRows<ProcessingActivityInput, object>

/** The values of an activity as its input has them. */
const valuesOf = (activity: ActivityWholeFragment) => ({
  ...activity,
  operatorIds: activity.operators.nodes.map(({ id }) => id),
})

type Values = ReturnType<typeof valuesOf>

const columns = (): FileColumn<ActivityRowFragment>[] => [
  textColumn('name'),
  textColumn('purpose', { isRoomy: true }),
  labelColumn('ground'),
  column('categories', fieldName('categories'), ({ categories }) => categories.join(', '), { isRoomy: true }),
]

const Activities = () => (
  <Records
    list="PROCESSING"
    words="privacy:processing"
    {...useList(ProcessingActivitiesDocument, ExportedActivitiesDocument, ProcessingActivityOrderField)}
    hrefOf={({ id }) => hrefOf('privacy', ['processing', id])}
    mayWrite={session.may('org:privacy:write')}
    columns={columns()}
    nameOf={({ name }) => name}
    form={(editing) => <ActivityForm {...editing} />}
  />
)

const Activity = ({ id }: { id: string }) => (
  <RecordPage id={id} document={ProcessingActivityDocument} nameOf={(node) => ('name' in node ? node.name : undefined)}>
    {(node) =>
      'name' in node && (
        <>
          <Panel title={node.name}>
            <Facts facts={factsOf(rows, valuesOf(node))} />
          </Panel>
          <Panel title={t('privacy:processing.notice')}>
            <p class="quiet">{t('privacy:processing.noticeHint')}</p>
            <p class="text">{node.notice}</p>
          </Panel>
        </>
      )
    }
  </RecordPage>
)

async function readAgain(activity: Values): Promise<Values> {
  const { record } = await session.request(ProcessingActivityDocument, { id: activity.id })
  return 'name' in record ? valuesOf(record) : activity
}

function save(input: ProcessingActivityInput, seen: Values | undefined) {
  const said = t('privacy:saved', { name: input.name })
  return seen
    ? session.save(
        UpdateProcessingActivityDocument,
        { id: seen.id, input, expectedUpdatedAt: seen.updatedAt },
        { said },
      )
    : session.save(AddProcessingActivityDocument, { input }, { said })
}

const ActivityForm = ({ row: activity, onClose }: FormProps<ActivityWholeFragment>) => (
  <InputForm<ProcessingActivityInput, Values>
    title={activity ? t('editNamed', { name: activity.name }) : t('privacy:processing.new')}
    draft={`activity ${activity?.id ?? 'new'}`}
    rows={rows}
    record={activity && valuesOf(activity)}
    read={activity && (() => readAgain(valuesOf(activity)))}
    save={save}
    onClose={onClose}
  />
)

/** The register of processing (POPIA section 17). */
export const Processing = listOrRecord(1, Activities, Activity)
