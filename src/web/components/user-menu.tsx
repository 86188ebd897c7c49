import { CircleUser } from 'lucide'
import { useId, useState } from 'preact/hooks'
import { session } from '../api/session.ts'
import { LANGUAGES, type Language, label, language, speak, t } from '../i18n/language.ts'
import { Icon } from './icon.tsx'
import { KEYS } from './keys.ts'
import { MailSettings } from './mail-settings.tsx'
import { Select } from './select.tsx'
import { Shortcuts, useShortcuts } from './shortcuts.tsx'
import { ThemeButton } from './theme-button.tsx'

/** The signed-in user, with language, theme, organization and sign-out. */
export function UserMenu() {
  const caller = session.caller.value
  const id = useId()
  const [opened, open] = useState<'keys' | 'mails'>()
  const close = () => open(undefined)
  useShortcuts(() => open('keys'))
  if (!caller) return null
  const name = caller.userName ?? session.account?.userName ?? t('you')
  const place = `${label(caller.role)}, ${caller.organizationName ?? caller.organizationId}`
  return (
    <>
      <button type="button" class="caller" popovertarget={id}>
        <Icon of={CircleUser} />
        <span class="who">
          <span>{name}</span>
          <span class="quiet">{place}</span>
        </span>
      </button>
      <section id={id} popover="auto" class="popover" aria-label={t('account')}>
        <p>
          <strong>{name}</strong>
          <br />
          <span class="quiet">{place}</span>
        </p>
        <LanguageChoice />
        <ThemeButton />
        <button type="button" aria-keyshortcuts={KEYS.help} onClick={() => open('keys')}>
          {t('keys.title')}
        </button>
        <button type="button" onClick={() => open('mails')}>
          {t('mails.title')}
        </button>
        {session.account?.canSwitchOrganization && (
          <button type="button" onClick={() => session.signInAtProvider()}>
            {t('switchOrganization')}
          </button>
        )}
        <button type="button" onClick={() => session.signOut()}>
          {t('signOut')}
        </button>
      </section>
      {/* Outside of the menu, because a closed menu hides its content. */}
      {opened === 'keys' && <Shortcuts onClose={close} />}
      {opened === 'mails' && <MailSettings onClose={close} />}
    </>
  )
}

const LanguageChoice = () => (
  <Select
    label={t('language')}
    value={language.value}
    choices={Object.entries(LANGUAGES).map(([code, name]) => ({ value: code, label: name, lang: code }))}
    onChoose={(code) => speak(code as Language)}
  />
)
