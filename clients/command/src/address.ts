import { usage } from './failure.ts'

const isLoopback = ({ hostname }: URL) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** An address that may receive a token: HTTPS, or this machine. */
export function safeAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw usage(`${text} is not an address such as https://campaigns.example.org`)
  if (url.protocol === 'http:' && !isLoopback(url))
    throw usage(`${text} would receive the token unencrypted`, 'Use the https address of the gateway.')
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** An address of this machine. */
export function localAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' || !isLoopback(url)) throw usage(`${text} is not an http address of this machine`)
  return url.href
}
