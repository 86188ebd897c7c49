import { report, verifyExport } from './verify.mjs'

/** The page of the verifier. The chosen files do not leave the browser. */

const form = document.querySelector('form')
const result = document.querySelector('output')

const linesOf = (name) => form.elements[name].value.trim()

async function verify() {
  const [file] = form.elements.export.files
  const checkpoint = form.elements.checkpoint.value
  const found = await verifyExport(await file.text(), {
    checkpoints: checkpoint.trim() ? [checkpoint] : [],
    keys: linesOf('key') ? linesOf('key').split('\n') : [],
    policy: linesOf('policy') || undefined,
  })
  return { lines: report(found), isRight: found.faults.length === 0 }
}

function show({ lines, isRight }) {
  result.className = isRight ? 'right' : 'wrong'
  result.replaceChildren(...lines.map((line) => Object.assign(document.createElement('p'), { textContent: line })))
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  result.className = ''
  result.textContent = 'Verifying…'
  verify().then(show, (error) => show({ lines: [`This could not be read: ${error.message}`], isRight: false }))
})

if (!globalThis.crypto?.subtle)
  show({
    lines: ['This browser verifies only over HTTPS: download verify.mjs and run it with Node.js.'],
    isRight: false,
  })
