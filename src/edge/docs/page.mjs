// Optional functions of the page: filter, copy, and store the chosen language of the samples.

const search = document.querySelector('search')
const field = search.querySelector('input')
const operations = [...document.querySelectorAll('.operation, .schema')]
const texts = new Map(operations.map((each) => [each, each.querySelector('summary').textContent.toLowerCase()]))
const sections = document.querySelectorAll('main > section')
const introduction = document.querySelector('.introduction')

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const [each, text] of texts) each.hidden = !words.every((word) => text.includes(word))
  introduction.hidden = words.length > 0
  for (const section of sections) section.hidden = !section.querySelector('details:not([hidden])')
}

search.hidden = false
field.addEventListener('input', filter)

/** Opens the element that the address names, and clears a filter that hides it. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target) return
  if (target.closest('[hidden]')) {
    field.value = ''
    filter()
  }
  const part = target.closest('details')
  if (part) part.open = true
  target.scrollIntoView()
}

addEventListener('hashchange', reveal)
reveal()

for (const code of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.querySelector('code').textContent)
    button.textContent = 'Copied'
  })
  button.addEventListener('blur', () => {
    button.textContent = 'Copy'
  })
  code.append(button)
}

const KEY = 'docs-language'
const chosen = document.getElementById(localStorage.getItem(KEY) ?? '')
if (chosen?.name === 'language') chosen.checked = true
for (const radio of document.querySelectorAll('input[name=language]'))
  radio.addEventListener('change', () => localStorage.setItem(KEY, radio.id))
