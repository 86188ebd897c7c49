/** The keys of the page, by what they do. A button with one of them as `aria-keyshortcuts` is clicked by it. */
export const KEYS = { help: '?', create: 'N', edit: 'E', next: 'J', previous: 'K' } as const

const KEY = 'keys'

/** Whether the user has turned the keys off. People who speak to their computer type letters by mistake. */
export const areOff = (): boolean => localStorage.getItem(KEY) === 'off'
export const turn = (isOn: boolean): void => localStorage.setItem(KEY, isOn ? 'on' : 'off')

const ROWS = 'main tbody tr, main .campaign-card, main .inbox > li'
const TYPING = 'input, select, textarea, [contenteditable]'

const rowOf = (element: Element | null) => element?.closest(ROWS) ?? null
const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })

/** Focuses the link of the next row, or of the previous one. */
function moveBy(step: 1 | -1): void {
  const links = [...document.querySelectorAll(ROWS)].flatMap((row) => {
    const link = [...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')].find(isShown)
    return link ? [{ row, link }] : []
  })
  const current = rowOf(document.activeElement)
  const from = links.findIndex(({ row }) => row === current)
  const to = from === -1 ? (step === 1 ? 0 : links.length - 1) : from + step
  links[to]?.link.focus()
}

/** Clicks the button of a key: of the focused row, or else of the page. */
function click(key: string): void {
  const selector = `[aria-keyshortcuts="${key}"]`
  const ofPage = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find((each) => !rowOf(each))
  const button = rowOf(document.activeElement)?.querySelector<HTMLElement>(selector) ?? ofPage
  button?.click()
}

/** Handles a key outside of forms and dialogs. */
export function press(event: KeyboardEvent, help: () => void): void {
  const { key, ctrlKey, metaKey, altKey, target, isComposing, repeat } = event
  if (ctrlKey || metaKey || altKey || isComposing) return
  if (target instanceof Element && target.closest(TYPING)) return
  if (document.querySelector('dialog[open], [popover]:popover-open')) return
  const { create, edit, next, previous } = KEYS
  const pressed = key.toUpperCase()
  if (!repeat && pressed === KEYS.help) help()
  else if (areOff()) return
  else if (pressed === next) moveBy(1)
  else if (pressed === previous) moveBy(-1)
  else if (!repeat && (pressed === create || pressed === edit)) {
    // The key must not become the first letter in the form that it opens.
    event.preventDefault()
    click(pressed)
  }
}
