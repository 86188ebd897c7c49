import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'
import { Bell } from './bell.tsx'
import { ConnectionState } from './connection-state.tsx'
import { MenuButton } from './navigation.tsx'
import { PaletteButton } from './palette-button.tsx'
import { Refused } from './refused.tsx'
import { UserMenu } from './user-menu.tsx'

export const Header = () => (
  <header class="header">
    <MenuButton />
    <p class="brand">{t('title')}</p>
    <Refused />
    <div class="tools">
      <ConnectionState />
      <PaletteButton />
      {session.may('org:content:read') && <Bell />}
      <UserMenu />
    </div>
  </header>
)
