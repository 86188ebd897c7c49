import type { RequestHandler } from 'express'

/** The path of PUBLIC_URL, such as `/cm`, under which a proxy serves the gateway. Empty for the root of a host. */
export const basePathOf = (publicUrl: string | undefined): string =>
  publicUrl ? new URL(publicUrl).pathname.replace(/(?<!\/)\/+$/, '') : ''

/** Removes the base path from the address of a request, for a proxy that does not remove it. */
export const withoutBasePath =
  (base: string): RequestHandler =>
  (request, _response, next) => {
    const { url } = request
    if (base !== '' && url.startsWith(base) && /^(?:[/?]|$)/.test(url.slice(base.length)))
      request.url = url.slice(base.length).replace(/^(?!\/)/, '/')
    next()
  }

/** Writes the base path into the links of a page, and into its head for its scripts. */
export const atBasePath = (base: string, page: string): string =>
  page
    .replaceAll(/(\s(?:href|src|action)=")\.?\/(?!\/)/g, (_, start: string) => `${start}${base}/`)
    .replace('</head>', () => `${base && `<meta name="base-path" content="${base}">`}</head>`)
