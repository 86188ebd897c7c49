import { useContext, useEffect, useState } from 'preact/hooks'
import { type Secrets, submitInto } from './requests.ts'
import { WordsContext } from './words.ts'

const WIDTHS = ['desktop', 'phone'] as const

interface Props {
  mail: { id: string; title: string }
  secrets: Secrets
}

/**
 * An e-mail as its audience sees it. The server composes the page of the frame, where nothing runs or leads to another
 * page, and images are loaded only on request.
 */
export function Message({ mail: { id, title }, secrets }: Props) {
  const { words } = useContext(WordsContext)
  const isNarrow = matchMedia('(max-width: 700px)').matches
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>(isNarrow ? 'phone' : 'desktop')
  const [hasImages, setHasImages] = useState(false)
  const name = `message-${id}`
  const images = hasImages ? { images: 'shown' } : {}
  useEffect(() => submitInto(name, 'message', { ...secrets, contentId: id, ...images }), [id, hasImages])
  return (
    <div class="shown">
      <h3>{words.seen}</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a border around two buttons. */}
      <div class="actions" role="group" aria-label={words.view}>
        {WIDTHS.map((each) => (
          <button key={each} type="button" aria-pressed={each === width} onClick={() => setWidth(each)}>
            {words[each]}
          </button>
        ))}
        {!hasImages && (
          <button type="button" onClick={() => setHasImages(true)}>
            {words.showImages}
          </button>
        )}
      </div>
      <p class="quiet">{words.seenHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a desktop's width on a phone. */}
      <section class="frame" tabIndex={0} aria-label={words.seen}>
        <iframe class={width} name={name} sandbox="" title={`${words.seen}: ${title}`} />
      </section>
    </div>
  )
}
