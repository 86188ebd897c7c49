import { Account, beganAt } from './api/account.ts'

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Where the identity provider sends back to: takes the code, and goes on where the person was. */
async function finish(): Promise<void> {
  try {
    const returnTo = await Account.ofPage()?.finish()
    if (returnTo) location.replace(returnTo)
  } catch (error) {
    const reason = document.getElementById('reason')
    if (reason) reason.textContent = sentenceOf(error)
    document.getElementById('back')?.setAttribute('href', beganAt(error))
    document.getElementById('waiting')?.setAttribute('hidden', '')
    document.getElementById('failed')?.removeAttribute('hidden')
  }
}

void finish()
