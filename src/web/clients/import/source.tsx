import { useId, useState } from 'preact/hooks'
import { useBusy } from '../../components/use-busy.ts'
import { t } from '../../i18n/language.ts'
import { sentenceOf } from '../../i18n/sentence-of.ts'
import { readFile, readText, type Sheet } from './sheet.ts'
import { Stage } from './stage.tsx'

const ACCEPTED = '.csv,.txt,.json,.ndjson,text/csv,application/json'

/** Takes a file, chosen or dropped, or pasted rows. */
export function Source({ onRead }: { onRead: (sheet: Sheet) => void }) {
  const id = useId()
  const { isBusy, run } = useBusy()
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const read = (sheet: () => Promise<Sheet>) =>
    run(async () => {
      setFault('')
      await sheet().then(onRead, (error) => setFault(sentenceOf(error)))
    })
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) void read(() => readFile(file))
  }
  return (
    <Stage title={t('clients:import.source')}>
      {fault && (
        <p class="failure" role="alert">
          {fault}
        </p>
      )}
      <div class="field">
        <label for={`${id}-file`}>{t('clients:import.file')}</label>
        <input
          id={`${id}-file`}
          type="file"
          class="drop"
          accept={ACCEPTED}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            // The same file may be chosen again, once it is mended.
            currentTarget.value = ''
          }}
        />
        <p class="quiet">{t('clients:import.drop')}</p>
      </div>
      <div class="field">
        <label for={`${id}-text`}>{t('clients:import.paste')}</label>
        <textarea
          id={`${id}-text`}
          rows={6}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => read(() => readText(text))}>
          {t('clients:import.usePasted')}
        </button>
      </div>
    </Stage>
  )
}
