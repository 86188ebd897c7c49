/** Largest report mail, bytes. Mail servers return the whole message, or its headers. */
export const MOST_MAIL_BYTES = 2 * 1024 * 1024
