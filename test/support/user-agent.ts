/** A browser without scripts: it keeps cookies, follows redirects, and submits forms with the given values. */
export class UserAgent {
  readonly #values: Record<string, string>
  readonly #cookies = new Map<string, string>()

  constructor(values: Record<string, string>) {
    this.#values = values
  }

  async #send(address: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { Cookie: cookie, Accept: 'text/html' },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    return response
  }

  #filled(html: string): URLSearchParams {
    const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => {
      const [name = '', value = ''] = ['name', 'value'].map((key) => new RegExp(`\\b${key}="([^"]*)"`).exec(input)?.[1])
      return [name, this.#values[name] ?? value]
    })
    return new URLSearchParams(inputs)
  }

  /** Opens an address, and submits each form that it leads to. Returns the text of the last page. */
  async open(start: string): Promise<string> {
    let response = await this.#send(start)
    for (let address = start; ; ) {
      const location = response.headers.get('location')
      const html = location ? '' : await response.text()
      const [, action] = /<form[^>]*action="([^"]+)"/.exec(html) ?? []
      const next = location ?? action
      if (!next) return html
      address = new URL(next.replaceAll('&amp;', '&'), address).href
      response = await this.#send(address, location ? undefined : this.#filled(html))
    }
  }
}
