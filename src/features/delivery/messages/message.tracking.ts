import type { SecretBox } from '../../../security/secrets.ts'
import { type MessageName, tokenOf } from './message.tokens.ts'

/** Purpose of the tokens of images. */
export const OPEN = 'open'
/** Purpose of the tokens of a link: a token is valid for one link only. */
export const clickOf = (code: string): string => `click ${code}`

/** The addresses of a message's tracked links and of its image. */
export const trackedAddresses = (secrets: SecretBox, baseUrl: string, name: MessageName) => ({
  link: (code: string) => `${baseUrl}/t/c/${tokenOf(secrets, clickOf(code), name)}.${code}`,
  image: `${baseUrl}/t/o/${tokenOf(secrets, OPEN, name)}.gif`,
})
