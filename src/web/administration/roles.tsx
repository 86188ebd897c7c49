import { RolesDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { Facts, Loaded, Panel } from '../components/panel.tsx'
import { label, permissionWords, t } from '../i18n/language.ts'

/** Permissions such as `org:clients:read` in words: the actions by area. */
function areasOf(permissions: readonly string[]): [area: string, actions: string][] {
  const areas = new Map<string, string[]>()
  for (const permission of permissions) {
    const [area, action] = permissionWords(permission)
    areas.set(area, [...(areas.get(area) ?? []), action])
  }
  return [...areas].map(([area, actions]) => [area, actions.join(', ')])
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
