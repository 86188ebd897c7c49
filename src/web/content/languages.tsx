import { type ContentWholeFragment, Language, TranslateContentDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useBusy } from '../components/action-button.tsx'
import { Badge } from '../components/badge.tsx'
import { Panel } from '../components/panel.tsx'
import { labelled, Select } from '../components/select.tsx'
import { label, t } from '../i18n/language.ts'
import { goTo, hrefOf } from '../route.ts'

/** The same content in other languages, and the creation of another translation. */
export function Languages({ content: { id, language, translations } }: { content: ContentWholeFragment }) {
  const { isBusy, run } = useBusy()
  const taken = [language, ...translations.map((each) => each.language)]
  const free = Object.values(Language).filter((each) => !taken.includes(each))
  const translate = (chosen: Language) =>
    run(async () => goTo('content', [(await session.save(TranslateContentDocument, { id, language: chosen })).made.id]))
  return (
    <Panel title={t('content:languages')}>
      <ul class="bars">
        {translations.map((each) => (
          <li key={each.id}>
            <span>{label(each.language)}</span>
            <a href={hrefOf('content', [each.id])} aria-current={each.id === id ? 'page' : undefined}>
              {each.title}
            </a>
            <Badge status={each.status} />
          </li>
        ))}
      </ul>
      {session.may('org:content:write') && free.length > 0 && (
        <Select
          label={t('content:translate')}
          value=""
          none={t('content:choose')}
          choices={labelled(free)}
          disabled={isBusy}
          onChoose={(chosen) => chosen && translate(chosen as Language)}
        />
      )}
    </Panel>
  )
}
