import { signal } from '@preact/signals'
import { type MailLanguage, MailSettingsDocument, UpdateMailSettingsDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { LANGUAGES, t } from '../i18n/language.ts'
import { Dialog } from './dialog.tsx'
import { textOf } from './entered.ts'
import { ChoicesField, SelectField } from './fields.tsx'
import { Form } from './form.tsx'
import { Loaded } from './panel.tsx'

const AT_ONCE = 'at-once'
const DAILY = 'daily'

const isOpen = signal(false)
const open = () => {
  isOpen.value = true
}
const close = () => {
  isOpen.value = false
}

/** Opens the choice of e-mails. */
export const MailSettingsButton = () => (
  <button type="button" onClick={open}>
    {t('mails.title')}
  </button>
)

/** The e-mails that the user gets. Outside of the menu that opens it, because a closed menu hides its content. */
export const MailSettings = () => (isOpen.value ? <Choice /> : null)

function Choice() {
  const save = async (entered: FormData) => {
    const mailLanguage = textOf(entered, 'mailLanguage') as MailLanguage
    const chosen = entered.getAll('mails')
    const input = { mailsAtOnce: chosen.includes(AT_ONCE), mailsDaily: chosen.includes(DAILY), mailLanguage }
    await session.save(UpdateMailSettingsDocument, { input })
    close()
  }
  return (
    <Dialog title={t('mails.title')} onClose={close}>
      <Loaded query={useQuery(MailSettingsDocument, {})}>
        {({ settings }) =>
          settings ? (
            <Form draft="mails" save={save} onCancel={close}>
              <ChoicesField
                name="mails"
                label={t('mails.send')}
                values={[...(settings.mailsAtOnce ? [AT_ONCE] : []), ...(settings.mailsDaily ? [DAILY] : [])]}
                choices={[
                  { value: AT_ONCE, label: t('mails.atOnce') },
                  { value: DAILY, label: t('mails.daily') },
                ]}
              />
              <SelectField
                name="mailLanguage"
                label={t('mails.language')}
                required
                value={settings.mailLanguage}
                none={t('form.choose')}
                choices={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
              />
            </Form>
          ) : (
            <p>{t('mails.outside')}</p>
          )
        }
      </Loaded>
    </Dialog>
  )
}
