import { Account } from './api/account.ts'
import { addressOf } from './api/base-path.ts'

const ENDPOINT = addressOf('/graphql')

const isOfEndpoint = (input: RequestInfo | URL) => {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href)
  return origin === location.origin && (pathname === ENDPOINT || pathname.startsWith(`${ENDPOINT}/`))
}

/** Adds the signed-in user's token to each request of the explorer that has no token. */
function sendToken(account: Account, resumed: Promise<void>): void {
  const plain = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    if (!isOfEndpoint(input)) return plain(input, init)
    await resumed
    const request = new Request(input, init)
    if (account.token && !request.headers.has('Authorization'))
      request.headers.set('Authorization', `Bearer ${account.token}`)
    return plain(request)
  }
}

function button(onClick: () => void, text = ''): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.onclick = onClick
  return made
}

/** Shows above the explorer who is signed in. In development, the token can be copied. */
function bar(account: Account) {
  const who = document.createElement('span')
  who.setAttribute('role', 'status')
  const signIn = () => account.signIn({ returnTo: location.pathname + location.search })
  const entry = button(() => void (account.token ? account.signOut() : signIn()))
  const copyToken = async () => {
    await navigator.clipboard.writeText(account.token ?? '')
    copy.textContent = 'Copied'
  }
  const copy = button(() => void copyToken(), 'Copy token')
  document.querySelector('#account')?.append(who, copy, entry)
  return () => {
    who.textContent = account.token ? `Signed in as ${account.userName ?? 'yourself'}` : 'You are not signed in'
    copy.hidden = !account.token || !account.isForDevelopment
    copy.textContent = 'Copy token'
    const invitation = account.isForDevelopment ? 'Get a development token' : 'Sign in'
    entry.textContent = account.token ? 'Sign out' : invitation
  }
}

/** The editor reads its document from the address and writes it there. The default is the first example. */
function begin(): void {
  const first = document.querySelector<HTMLAnchorElement>('#examples a')
  if (first && !new URLSearchParams(location.search).has('query')) history.replaceState({}, '', first.href)
}

begin()
const account = Account.ofPage()
if (account) {
  const show = bar(account)
  account.listen(show)
  show()
  sendToken(
    account,
    account.resume().catch(() => undefined),
  )
}
