import {
  ChartColumn,
  ClipboardCheck,
  FileText,
  type IconNode,
  LayoutDashboard,
  Megaphone,
  Menu,
  ScrollText,
  Send,
  Settings,
  ShieldCheck,
  Signature,
  Trash2,
  Users,
} from 'lucide'
import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'
import { route } from '../route.ts'
import { type Screen, screensFor } from '../screens.ts'
import { WaitingCount } from '../sign-offs/waiting-count.tsx'
import { Icon } from './icon.tsx'
import { hrefOfList } from './list.tsx'

const ICONS: Record<Screen, IconNode> = {
  overview: LayoutDashboard,
  campaigns: Megaphone,
  approvals: ClipboardCheck,
  'sign-offs': Signature,
  delivery: Send,
  content: FileText,
  clients: Users,
  analytics: ChartColumn,
  privacy: ShieldCheck,
  audit: ScrollText,
  administration: Settings,
  trash: Trash2,
}

const ID = 'navigation'

/** Opens the navigation on a phone. */
export const MenuButton = () => (
  <button type="button" class="menu" popovertarget={ID} aria-label={t('menu')}>
    <Icon of={Menu} />
  </button>
)

/** The screens that the caller may open: beside the page, or in a menu on a phone. */
export function Navigation() {
  const shown = route.value.screen
  return (
    <nav id={ID} popover="auto" class="navigation" aria-label={t('main')}>
      {screensFor((permission) => session.may(permission)).map((screen) => (
        <a
          key={screen}
          href={hrefOfList(screen)}
          aria-current={screen === shown ? 'page' : undefined}
          onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
        >
          <Icon of={ICONS[screen]} /> {t(`screens.${screen}`)} {screen === 'sign-offs' && <WaitingCount />}
        </a>
      ))}
    </nav>
  )
}
