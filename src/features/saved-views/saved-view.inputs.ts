import { field, fields } from '../../graphql/fields.ts'
import { Input, kept, optional, required, rule, text } from '../../graphql/inputs.ts'
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

const IS_SHARED = 'Whether every member who may read the list sees the view.'
const PARAMETERS =
  `Query of the list’s address: filters, \`sort\` and \`columns\`. At most ${MOST_CHARACTERS} characters. ` +
  'Empty: the list as it is at first.'

const list = field(SavedViewList, 'The list.')
const name = text('Name, at most 100 characters.', { max: 100 })
const parameters = field(String, PARAMETERS, { rules: [isParameters] })

@Input('View to save.')
export class SavedViewInput extends fields({
  list,
  name: required(name),
  parameters,
  isShared: field(Boolean, IS_SHARED),
}) {}

@Input('Changes to a saved view: fields that are absent stay as they are.')
export class SavedViewPatch extends fields({
  name: kept(name),
  parameters: optional(String, PARAMETERS, { rules: [isParameters] }),
  isShared: optional(Boolean, IS_SHARED),
}) {}

@Input('How the caller sees a list at first.')
export class DefaultViewInput extends fields({ list, parameters }) {}

@Input('Filter for saved views. A view must meet all given conditions.')
export class SavedViewFilter extends fields({
  list: optional([SavedViewList], 'Only views of these lists.'),
  isDefault: optional(Boolean, 'Only views that show a list at first, or only the others.'),
}) {}
