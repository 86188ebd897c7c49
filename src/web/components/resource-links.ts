import { hrefOf } from '../route.ts'

/** The screen and section of each type of resource that has a page. */
const PAGES: Readonly<Record<string, Parameters<typeof hrefOf>>> = {
  CAMPAIGN: ['campaigns'],
  CLIENT: ['clients'],
  CONTENT: ['content'],
  CONTENT_ITEM: ['content'],
  POPIA_BREACH: ['privacy', ['breaches']],
  BREACH: ['privacy', ['breaches']],
  DATA_SUBJECT_REQUEST: ['privacy', ['requests']],
  CONSENT: ['privacy', ['consents']],
  PROCESSING_ACTIVITY: ['privacy', ['processing']],
  SENDER: ['delivery', ['senders']],
  SIGN_OFF: ['sign-offs'],
  TEAM_MEMBER: ['administration', ['people']],
  WEBHOOK: ['administration', ['webhooks']],
}

/** The address of a record. Undefined if its type has no page. */
export function hrefOfResource(type: string, id: string | null): string | undefined {
  const page = Object.hasOwn(PAGES, type) ? PAGES[type] : undefined
  if (!page || !id) return undefined
  const [screen, path = []] = page
  return hrefOf(screen, [...path, id])
}
