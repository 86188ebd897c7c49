/*
 * Requests to services that the operator configures: identity provider, witness, time-stamp authority, Alertmanager.
 * Requests to endpoints that a tenant configures go through `webhook.target`, which also checks their addresses.
 */

interface OutgoingRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  signal: AbortSignal
}

/** A complete answer. */
export interface OutgoingAnswer {
  status: number
  ok: boolean
  headers: Headers
  bytes: Buffer
}

const MOST_BYTES = 1024 * 1024

/**
 * Sends a request. A redirect is an error, because its target is not configured. @throws Error for an answer above 1
 * MiB
 */
export async function ask(url: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { status, ok, headers, body } = await fetch(url, { ...request, redirect: 'error' })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error(`${new URL(url).host} answered with more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return { status, ok, headers, bytes: Buffer.concat(chunks) }
}

/** Reads a JSON document. @throws Error for any other answer */
export async function askForJson(url: string, signal: AbortSignal): Promise<{ document: unknown; headers: Headers }> {
  const { ok, status, headers, bytes } = await ask(url, { signal, headers: { accept: 'application/json' } })
  if (!ok) throw new Error(`${url} answered ${status}`)
  return { document: JSON.parse(bytes.toString()), headers }
}
