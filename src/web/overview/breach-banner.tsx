import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { OpenBreachesDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import type { Topics } from '../api/topics.ts'
import { useQuery } from '../api/use-query.ts'
import { Below } from '../components/panel.tsx'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'

type BreachNotice = Topics['breaches']

const MOST_SHOWN = 5

const keyOf = ({ kind, resourceId, occurredAt }: BreachNotice) => `${kind} ${resourceId ?? occurredAt}`

interface Props {
  /** The screen. */
  children: ComponentChildren
}

/** Breaches that are not contained, and similar alerts as they arrive. Each stays until it is dismissed. */
export const BreachBanner = ({ children }: Props) =>
  session.may('org:privacy:read') ? <Banner>{children}</Banner> : children

function Banner({ children }: Props) {
  const { live } = session
  const open = useQuery(OpenBreachesDocument, {}, { topics: ['breaches'] })
  const [received, setReceived] = useState<readonly BreachNotice[]>([])
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())

  useEffect(
    () => live.on('breaches', ({ data }) => data && setReceived((before) => [data, ...before].slice(0, MOST_SHOWN))),
    [live],
  )

  const known = (open.data?.breaches.nodes ?? []).map(
    ({ id, title, severity, discoveredAt }): BreachNotice => ({
      kind: 'POPIA_BREACH',
      title,
      severity,
      resourceId: id,
      occurredAt: discoveredAt,
    }),
  )
  const notices = new Map([...received, ...known].map((notice) => [keyOf(notice), notice]))
  const shown = [...notices].filter(([key]) => !dismissed.has(key)).slice(0, MOST_SHOWN)

  const { isFolded, unfold } = useFolding([...notices.keys()])

  return (
    <>
      {/* Present from the start: a screen reader announces only changes of an existing element. */}
      <div role="alert" class="breaches">
        {isFolded && shown.length > 0 && (
          <p class="breach">
            <strong>{t('breach.folded', { count: shown.length })}</strong>
            <button type="button" class="plain" onClick={unfold}>
              {t('breach.unfold')}
            </button>
          </p>
        )}
        {(isFolded ? [] : shown).map(([key, { kind, title, severity, resourceId, occurredAt }]) => (
          <div key={key} class="breach">
            <p>
              <strong>{label(kind)}:</strong>{' '}
              {kind === 'POPIA_BREACH' && resourceId ? (
                <a href={hrefOf('privacy', ['breaches', resourceId])}>{title}</a>
              ) : kind === 'COMPLIANCE_ALERT' ? (
                label(title)
              ) : (
                title
              )}{' '}
              ({t('breach.severity', { severity: label(severity).toLowerCase() })},{' '}
              <time dateTime={occurredAt}>{moment(occurredAt)}</time>)
            </p>
            <button
              type="button"
              aria-label={t('breach.dismissNamed', { title })}
              onClick={() => setDismissed((before) => new Set(before).add(key))}
            >
              {t('breach.dismiss')}
            </button>
          </div>
        ))}
      </div>
      <Below query={open}>{children}</Below>
    </>
  )
}

const KEY = 'seen breaches'
const seenBefore = (): string[] => JSON.parse(sessionStorage.getItem(KEY) ?? '[]')

/** Folds the notices to one line once the user has seen all of them on an earlier screen, or before a reload. */
function useFolding(keys: readonly string[]) {
  const { screen, path } = route.value
  const page = [screen, ...path].join('/')
  const latest = useRef(keys)
  latest.current = keys
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set(seenBefore()))
  const [isUnfolded, setUnfolded] = useState(false)
  useEffect(() => {
    if (keys.length > 0) sessionStorage.setItem(KEY, JSON.stringify(keys))
  }, [keys.join()])
  useEffect(
    () => () => {
      setSeen(new Set(latest.current))
      setUnfolded(false)
    },
    [page],
  )
  return { isFolded: !isUnfolded && keys.every((key) => seen.has(key)), unfold: () => setUnfolded(true) }
}
