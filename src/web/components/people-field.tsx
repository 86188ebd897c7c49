import { X } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import { PeopleNamesDocument, type PeopleNamesQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { t } from '../i18n/language.ts'
import { textOf } from './entered.ts'
import type { FieldProps } from './fields.tsx'
import { heldOf, type Named, recordHeld } from './held-record.ts'
import { Icon } from './icon.tsx'
import { findPeople } from './record-choices.ts'
import { RecordField } from './record-field.tsx'

const linesOf = (people: readonly Named[]): string => people.map(heldOf).join('\n')

const peopleHeld = (held: string): Named[] => held.split('\n').flatMap((line) => recordHeld(line) ?? [])

/** The user ids of the chosen people. */
export const peopleIn = (entered: FormData, name: string): string[] =>
  peopleHeld(textOf(entered, name) ?? '').map(({ id }) => id)

interface Props extends FieldProps {
  value?: Named[] | undefined
  /** Receives each person when chosen. */
  onAdd?: (person: Named) => void
}

/** Chooses several members of the team. The server searches. */
export function PeopleField({ name, value = [], onAdd, ...field }: Props) {
  const held = useRef<HTMLInputElement>(null)
  const [people, setPeople] = useState(value)
  const hold = (chosen: readonly Named[]) => {
    if (!held.current) return
    held.current.value = linesOf(chosen)
    held.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const add = (person: Named | undefined) => {
    if (!person) return
    if (people.every(({ id }) => id !== person.id)) hold([...people, person])
    onAdd?.(person)
  }
  return (
    <>
      <input
        ref={held}
        type="hidden"
        name={name}
        data-label={field.label}
        defaultValue={linesOf(value)}
        onInput={({ currentTarget }) => setPeople(peopleHeld(currentTarget.value))}
      />
      <RecordField
        {...field}
        name={`${name}-search`}
        find={findPeople}
        none={t('choice.people')}
        onChoose={add}
        isMany
      />
      {people.length > 0 && (
        <ul class="choices">
          {people.map((person) => (
            <li key={person.id} class="badge">
              {person.name}
              <button
                type="button"
                class="plain"
                aria-label={t('choice.remove', { name: person.name })}
                onClick={() => hold(people.filter(({ id }) => id !== person.id))}
              >
                <Icon of={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Users with their names. A user who is not a member has the id as the name. */
export const namedIn = ({ teamMembers }: PeopleNamesQuery, ids: readonly string[]): Named[] =>
  ids.map((id) => ({ id, name: teamMembers?.nodes.find(({ userId }) => userId === id)?.name ?? id }))

/** The names of users. A caller who may not read the team sees the ids. */
export const UserNames = ({ ids }: { ids: string[] }) =>
  session.may('org:team:read') ? <Known ids={ids} /> : <span>{ids.join(', ')}</span>

function Known({ ids }: { ids: string[] }) {
  const { data } = useQuery(PeopleNamesDocument, { userIds: ids })
  return (
    <span>
      {data &&
        namedIn(data, ids)
          .map(({ name }) => name)
          .join(', ')}
    </span>
  )
}
