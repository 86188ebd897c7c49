import { useSession } from '../api/session.ts'
import { LANGUAGES, type Language, label, language, speak, t } from '../i18n/language.ts'
import { ConnectionState } from './connection-state.tsx'
import { PaletteButton } from './palette-button.tsx'
import { Refused } from './refused.tsx'
import { ThemeButton } from './theme-button.tsx'

export function Header() {
  const session = useSession()
  const caller = session.caller.value
  return (
    <header class="header">
      <p class="brand">{t('title')}</p>
      <Refused />
      <div class="tools">
        <ConnectionState />
        {caller && <PaletteButton />}
        <LanguageChoice />
        <ThemeButton />
        {caller && (
          <p class="caller">
            <span>{caller.userName ?? caller.userId}</span>
            <span class="quiet">
              {label(caller.role)}, {caller.organizationId}
            </span>
          </p>
        )}
        {session.account?.canSwitchOrganization && (
          <button type="button" onClick={() => session.signInAtProvider()}>
            {t('switchOrganization')}
          </button>
        )}
        <button type="button" onClick={() => session.signOut()}>
          {t('signOut')}
        </button>
      </div>
    </header>
  )
}

function LanguageChoice() {
  return (
    <select
      aria-label={t('language')}
      value={language.value}
      onChange={({ currentTarget }) => speak(currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
