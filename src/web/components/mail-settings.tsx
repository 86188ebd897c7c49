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

/** The e-mails that the user gets. */
export function MailSettings({ onClose }: { onClose: () => void }) {
  const save = async (entered: FormData) => {
    const mailLanguage = textOf(entered, 'mailLanguage') as MailLanguage
    const chosen = entered.getAll('mails')
    const input = { mailsAtOnce: chosen.includes(AT_ONCE), mailsDaily: chosen.includes(DAILY), mailLanguage }
    await session.save(UpdateMailSettingsDocument, { input })
    onClose()
  }
  return (
    <Dialog title={t('mails.title')} onClose={onClose}>
      <Loaded query={useQuery(MailSettingsDocument, {})}>
        {({ settings }) =>
          settings ? (
            <Form draft="mails" save={save} onCancel={onClose}>
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
