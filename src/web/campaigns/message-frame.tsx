import { useEffect, useRef } from 'preact/hooks'
import { addressOf } from '../api/base-path.ts'

/**
 * Shows the HTML of a message. The page of the frame has a policy of its own: styles in the message apply, and nothing
 * in it runs.
 */
export function MessageFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const show = () => frame.current?.contentWindow?.postMessage({ html }, location.origin)
  useEffect(show, [html])
  return <iframe ref={frame} class="message" title={title} src={addressOf('/message')} onLoad={show} />
}
