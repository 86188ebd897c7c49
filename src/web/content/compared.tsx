import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Select } from '../components/select.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'

interface Text {
  version: number
  title: string
  body: string
}

interface Earlier extends Text {
  createdAt: string
  author: { name: string } | null
}

interface Props<V> {
  newest: Text
  /** Newest first. Not empty. */
  earlier: readonly V[]
  /** The version that is compared first. Default: the previous one. */
  first?: number | null
  /** What can be done with the chosen earlier version. */
  children?: (version: V) => ComponentChildren
}

/** The newest version of a text beside an earlier one, which the user chooses. */
export function Compared<V extends Earlier>({ newest, earlier, first, children }: Props<V>) {
  const [chosen, choose] = useState(first)
  const other = earlier.find(({ version }) => version === chosen) ?? earlier[0]
  if (!other) return null
  return (
    <>
      <div class="toolbar">
        <Select
          label={t('content:compare')}
          value={String(other.version)}
          choices={earlier.map(({ version, createdAt, author }) => ({
            value: String(version),
            label: t('content:versionOf', { version, name: author?.name ?? '', time: moment(createdAt) }),
          }))}
          onChoose={(version) => choose(Number(version))}
        />
        {children?.(other)}
      </div>
      <div class="pair">
        {[other, newest].map(({ version, title, body }) => (
          <article key={version}>
            <p class="quiet">{t('content:version', { version })}</p>
            <h3>{title}</h3>
            <div class="text">{body}</div>
          </article>
        ))}
      </div>
    </>
  )
}
