/** The address of a path of the gateway, which a proxy may serve under a base path such as `/cm`. */
export const addressOf = (path: string): string =>
  (document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '') + path
