import { type ContentWholeFragment, Language, TranslateContentDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { type Column, labelColumn, statusColumn, textColumn } from '../components/columns.tsx'
import { FormButton } from '../components/input-form.tsx'
import { Panel } from '../components/panel.tsx'
import { choice } from '../components/record-fields.tsx'
import { Table } from '../components/table.tsx'
import { t } from '../i18n/language.ts'
import { goTo, hrefOf } from '../route.ts'

type Translation = ContentWholeFragment['translations'][number]

const columns = (): Column<Translation>[] => [textColumn('title'), labelColumn('language'), statusColumn()]

/** The same content in other languages, and the creation of another translation. */
export function Languages({ content: { id, language, translations } }: { content: ContentWholeFragment }) {
  const taken = [language, ...translations.map((each) => each.language)]
  const free = Object.entries(Language).filter(([, each]) => !taken.includes(each))
  const translate = async (input: { language: Language }) =>
    goTo('content', [(await session.save(TranslateContentDocument, { id, ...input })).made.id])
  return (
    <Panel
      title={t('content:languages')}
      aside={
        session.may('org:content:write') &&
        free.length > 0 && (
          <FormButton<{ language: Language }>
            label={t('content:translate')}
            draft={`translation ${id}`}
            rows={{ language: choice(Object.fromEntries(free), { required: true, hasNoHint: true }) }}
            save={translate}
          />
        )
      }
    >
      <Table
        rows={translations}
        columns={columns()}
        hrefOf={(row) => hrefOf('content', [row.id])}
        empty={t('content:noTranslation')}
      />
    </Panel>
  )
}
