import { Account } from './api/account.ts'

const ENDPOINT = '/graphql'

const isOfEndpoint = (input: RequestInfo | URL) => {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href)
  return origin === location.origin && (pathname === ENDPOINT || pathname.startsWith(`${ENDPOINT}/`))
}

/** Sends the token of whoever is signed in with each request of the explorer that names none. */
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

/** A line above the explorer that says who is signed in. */
function bar(account: Account) {
  const line = document.createElement('header')
  const who = document.createElement('span')
  const button = document.createElement('button')
  const link = document.createElement('a')
  line.id = 'account'
  link.href = '/'
  link.textContent = 'Dashboard'
  button.type = 'button'
  button.onclick = () => (account.token ? account.signOut() : account.signIn())
  line.append(link, who, button)
  document.body.prepend(line)
  return () => {
    who.textContent = account.token ? `Signed in as ${account.userName ?? 'yourself'}` : 'You are not signed in'
    button.textContent = account.token ? 'Sign out' : 'Sign in'
  }
}

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
