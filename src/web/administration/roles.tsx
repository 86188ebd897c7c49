import { RolesDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Facts, Loaded, Panel } from '../components/panel.tsx'
import { label, t } from '../i18n/language.ts'

/** Permissions such as `org:clients:read` in words: the actions by area. */
function areasOf(permissions: readonly string[]): [area: string, actions: string][] {
  const areas = new Map<string, string[]>()
  for (const permission of permissions) {
    const [, area = '', action = ''] = permission.split(':')
    areas.set(area, [...(areas.get(area) ?? []), label(action)])
  }
  return [...areas].map(([area, actions]) => [label(area), actions.join(', ')])
}

/** The permissions of each role, from the server. */
export function Roles() {
  const { caller } = session
  return (
    <Loaded query={useQuery(RolesDocument, {})}>
      {({ caller: { roles } }) =>
        roles.map(({ role, permissions }) => (
          <Panel
            key={role}
            title={label(role)}
            aside={role === caller.value?.role && <span class="badge">{t('administration:yourRole')}</span>}
          >
            <Facts facts={areasOf(permissions)} />
          </Panel>
        ))
      }
    </Loaded>
  )
}
