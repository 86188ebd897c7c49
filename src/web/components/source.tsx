import { useId, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { readFile, readText, type Sheet } from './sheet.ts'
import { useBusy } from './use-busy.ts'

const ACCEPTED = '.csv,.txt,.json,.ndjson,text/csv,application/json'

/** Accepts a file, chosen or dropped, or pasted rows. */
export function Source({ onRead }: { onRead: (sheet: Sheet) => void }) {
  const id = useId()
  const { isBusy, run } = useBusy()
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const read = (sheet: () => Promise<Sheet>) =>
    run(async () => {
      setFault('')
      await sheet()
        .then(onRead)
        .catch((error) => setFault(sentenceOf(error)))
    })
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) void read(() => readFile(file))
  }
  return (
    <div class="form">
      {fault && (
        <p class="failure" role="alert">
          {fault}
        </p>
      )}
      <div class="field">
        <label for={`${id}-file`}>{t('file.choose')}</label>
        <input
          id={`${id}-file`}
          type="file"
          class="drop"
          accept={ACCEPTED}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            // Cleared, so that the user can choose the same file again after correcting it.
            currentTarget.value = ''
          }}
        />
        <p class="quiet">{t('file.drop')}</p>
      </div>
      <div class="field">
        <label for={`${id}-text`}>{t('file.paste')}</label>
        <textarea
          id={`${id}-text`}
          rows={6}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => read(() => readText(text))}>
          {t('file.usePasted')}
        </button>
      </div>
    </div>
  )
}
