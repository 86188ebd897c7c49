import { IsOptional } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { ChoiceField, FlagField, rule, TextField } from '../../graphql/inputs.ts'
import { SavedViewList } from './saved-view.entity.ts'

const MOST_CHARACTERS = 2000
const MOST_PARAMETERS = 30
const NAME = /^[A-Za-z]{1,40}$/

/** Parameters of an address that belong to one visit. A search text may be a person's name. */
const OF_A_VISIT = ['after', 'before', 'edit', 'search', 'view']

function isQuery(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS) return false
  const query = new URLSearchParams(value)
  const names = [...query.keys()]
  const isKnown = names.every((name) => NAME.test(name) && !OF_A_VISIT.includes(name))
  return (
    isKnown && names.length <= MOST_PARAMETERS && new Set(names).size === names.length && query.toString() === value
  )
}

/** A query of an address in the form that browsers write, so that the dashboard can compare it. */
const isParameters = rule({
  name: 'isQuery',
  message:
    `must be a query of an address with at most ${MOST_PARAMETERS} parameters and ${MOST_CHARACTERS} characters, ` +
    `without ${OF_A_VISIT.join(', ')}`,
  check: isQuery,
})

const ABOUT = {
  name: 'Name, at most 100 characters.',
  parameters: `Query of the list’s address: filters, \`sort\` and \`columns\`. At most ${MOST_CHARACTERS} characters. Empty: the list as it is at first.`,
  isShared: 'Whether every member who may read the list sees the view.',
}

@InputType({ description: 'View to save.' })
export class SavedViewInput {
  @ChoiceField(SavedViewList, { required: true, description: 'The list.' })
  list!: SavedViewList

  @TextField({ required: true, max: 100, description: ABOUT.name })
  name!: string

  @Field(() => String, { description: ABOUT.parameters })
  @isParameters
  parameters!: string

  @Field(() => Boolean, { description: ABOUT.isShared })
  isShared!: boolean
}

@InputType({ description: 'Changes to a saved view: fields that are absent stay as they are.' })
export class SavedViewPatch {
  @TextField({ kept: true, max: 100, description: ABOUT.name })
  name?: string

  @Field(() => String, { nullable: true, description: ABOUT.parameters })
  @IsOptional()
  @isParameters
  parameters?: string | null

  @FlagField({ description: ABOUT.isShared })
  isShared?: boolean | null
}

@InputType({ description: 'How the caller sees a list at first.' })
export class DefaultViewInput {
  @ChoiceField(SavedViewList, { required: true, description: 'The list.' })
  list!: SavedViewList

  @Field(() => String, { description: ABOUT.parameters })
  @isParameters
  parameters!: string
}

@InputType({ description: 'Filter for saved views. A view must meet all given conditions.' })
export class SavedViewFilter {
  @Field(() => [SavedViewList], { nullable: true, description: 'Only views of these lists.' })
  list?: SavedViewList[]

  @FlagField({ description: 'Only views that show a list at first, or only the others.' })
  isDefault?: boolean
}
