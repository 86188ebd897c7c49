/** Shows the HTML that the dashboard sends to this frame. Nothing in it runs: a parsed document has no scripts. */
function show(html: string): void {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  document.body.style.cssText = parsed.body.style.cssText
  document.body.replaceChildren(...parsed.querySelectorAll('head style'), ...parsed.body.childNodes)
}

window.addEventListener('message', ({ origin, source, data }: MessageEvent<{ html?: unknown }>) => {
  if (origin === location.origin && source === window.parent && typeof data?.html === 'string') show(data.html)
})

// Links in the preview have no effect.
document.addEventListener('click', (event) => event.preventDefault())
