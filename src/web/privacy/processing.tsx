import {
  type ActivityRowFragment,
  type ActivityWholeFragment,
  AddProcessingActivityDocument,
  ChildrenGround,
  ExportedActivitiesDocument,
  OperatorsDocument,
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
import { useQuery } from '../api/use-query.ts'
import { type FileColumn, labelColumn, textColumn } from '../components/columns.tsx'
import { ChoicesField } from '../components/fields.tsx'
import { InputForm } from '../components/input-form.tsx'
import { Facts, Loaded, Panel } from '../components/panel.tsx'
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
import { fieldName, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { transfers } from './transfers.tsx'

type Operators = ActivityWholeFragment['operators']

const operatorIds = (offered: Operators): FieldRow<string[]> => ({
  control: ({ name, label: title, value }) => (
    <ChoicesField
      name={name}
      label={title}
      values={value ?? []}
      choices={offered.map((operator) => ({ value: operator.id, label: operator.name }))}
    />
  ),
  read: (entered, name) => entered.getAll(name),
  show: (value) =>
    offered
      .filter(({ id }) => value.includes(id))
      .map(({ name }) => name)
      .join(', '),
})

const rowsOf = (offered: Operators) =>
  ({
    name: text({ required: true, isApart: true }),
    purpose: longText({ required: true, hasNoHint: true }),
    ground: choice(ProcessingGround, { required: true, initial: ProcessingGround.CONSENT }),
    subjects: texts(),
    categories: texts(),
    recipients: texts(),
    operatorIds: operatorIds(offered),
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
  }) satisfies FieldRows<ProcessingActivityInput, object>

/** The values of an activity as its input has them. */
const valuesOf = (activity: ActivityWholeFragment) => ({
  ...activity,
  operatorIds: activity.operators.map(({ id }) => id),
})

type Values = ReturnType<typeof valuesOf>

const columns = (): FileColumn<ActivityRowFragment>[] => [
  textColumn('name'),
  textColumn('purpose', { isRoomy: true }),
  labelColumn('ground'),
  { id: 'categories', title: fieldName('categories'), isRoomy: true, show: ({ categories }) => categories.join(', ') },
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
            <Facts facts={factsOf(rowsOf(node.operators), valuesOf(node))} />
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

/** The first operators of the organization, and those of the activity. A save without one of these would remove it. */
const offeredTo = (activity: ActivityWholeFragment | undefined, first: Operators): Operators => [
  ...new Map([...first, ...(activity?.operators ?? [])].map((operator) => [operator.id, operator])).values(),
]

function ActivityForm({ row: activity, onClose }: FormProps<ActivityWholeFragment>) {
  const operators = useQuery(OperatorsDocument, { first: 100 })
  return (
    <Loaded query={operators}>
      {({ list }) => (
        <InputForm<ProcessingActivityInput, Values>
          title={activity ? t('editNamed', { name: activity.name }) : t('privacy:processing.new')}
          draft={`activity ${activity?.id ?? 'new'}`}
          rows={rowsOf(offeredTo(activity, list.nodes))}
          record={activity && valuesOf(activity)}
          read={activity && (() => readAgain(valuesOf(activity)))}
          save={save}
          onClose={onClose}
        />
      )}
    </Loaded>
  )
}

/** The register of processing (POPIA section 17). */
export const Processing = listOrRecord(1, Activities, Activity)
