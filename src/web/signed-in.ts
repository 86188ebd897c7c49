import { Account, beganAt } from './api/account.ts'

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The page that the identity provider redirects to: uses the code, and returns to the previous page. */
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
