import { addressOf } from '../api/base-path.ts'

/** What the page shows before the address is proven. */
export interface Opened {
  organizationName: string
  language: string
  email: string
  status: string
}

interface Content {
  id: string
  version: number
  type: string
  language: string
  title: string
  body: string
}

interface MessageText {
  contentId: string
  text: string
}

interface Campaign {
  name: string
  description: string | null
  channels: string[]
  budgetCents?: number | null
  startsAt?: string | null
  endsAt?: string | null
}

export interface Shown {
  organizationName: string
  title: string
  message: string | null
  dueAt: string | null
  status: string
  contentHash: string
  mayHandOver: boolean
  campaign: Campaign | null
  contents: Content[]
  /** The text parts of the contents that are e-mails. */
  messages: MessageText[]
  approvedBefore: { contents: Content[]; messages: MessageText[] } | null
  comments: { id: string; passage: string | null; text: string }[]
  agreements: Record<string, string>
  reviewer: { name: string; status: string }
}

/** What proves the reviewer to the server. */
export interface Secrets {
  token: string
  session: string
}

/** A refusal of the server, with its code, status and details. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** Sends a request of the reviewer. The secrets are in the body, never in an address. @throws Refusal */
export async function send<T>(name: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' }
  const sent = fetch(addressOf(`/sign-off/${name}`), { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await sent.catch(() => {
    throw new Refusal(0, 'The server cannot be reached')
  })
  const { data, error, message, details } = await response.json().catch(() => ({}))
  if (!data) throw new Refusal(response.status, message ?? error ?? '', details)
  return data
}

/**
 * Shows the answer to a request in a frame. A form sends the secrets in the body, because the address of a frame would
 * contain them.
 */
export function submitInto(frame: string, name: string, fields: Record<string, string>): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: addressOf(`/sign-off/${name}`), target: frame })
  for (const [field, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name: field, value })
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
