import { hash } from 'node:crypto'
import { isEqualSecret, type SecretBox } from '../../../security/secrets.ts'

/*
 * Signed references to messages, in links and in the return path of bounces. They contain the ids of the message and of
 * its organization, and no personal data. A reference with a changed part or another organization is invalid.
 */

export interface MessageName {
  organizationId: string
  messageId: string
}

const TAG_LENGTH = 22
const TOKEN = /^([\w-]{22})\.([\w-]{22})\.([\w-]+)$/

const textOf = ({ organizationId, messageId }: MessageName) => JSON.stringify([organizationId, messageId])
const encode = (text: string) => Buffer.from(text).toString('base64url')

/** The UUID with these hexadecimal digits. PostgreSQL stores UUIDs without a version too, so every one is valid. */
const uuidOf = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const digitsOf = (uuid: string) => uuid.replaceAll('-', '')

export function tokenOf(secrets: SecretBox, purpose: string, name: MessageName): string {
  const [tag] = secrets.tags(textOf(name), purpose)
  const id = Buffer.from(digitsOf(name.messageId), 'hex').toString('base64url')
  return `${id}.${tag.slice(0, TAG_LENGTH)}.${encode(name.organizationId)}`
}

/** The message that a token refers to; undefined if the service did not sign the token for this purpose. */
export function readToken(secrets: SecretBox, purpose: string, token: string): MessageName | undefined {
  const [, id = '', tag = '', organization = ''] = TOKEN.exec(token) ?? []
  const organizationId = Buffer.from(organization, 'base64url').toString()
  if (encode(organizationId) !== organization) return undefined
  const name = { organizationId, messageId: uuidOf(Buffer.from(id, 'base64url').toString('hex')) }
  const isSigned = secrets.tags(textOf(name), purpose).some((own) => isEqualSecret(own.slice(0, TAG_LENGTH), tag))
  return isSigned ? name : undefined
}

const MAILBOX_TAG_LENGTH = 16

/** Short code of an organization in a return path, because the id may be longer than a mailbox name. */
export const organizationCode = (organizationId: string): string => hash('sha256', organizationId, 'hex').slice(0, 10)

const mailboxTag = (tag: string) => hash('sha256', tag, 'hex').slice(0, MAILBOX_TAG_LENGTH)

/** The mailbox to which bounces of a message return: 62 of the 64 permitted characters, in lower case. */
export const returnMailbox = (secrets: SecretBox, name: MessageName): string => mailboxes(secrets, name)[0]

/** The mailboxes of a message by the current key and by earlier keys. */
function mailboxes(secrets: SecretBox, name: MessageName): [string, ...string[]] {
  const [first, ...others] = secrets.tags(textOf(name), 'return path')
  const mailbox = (tag: string) =>
    `b-${digitsOf(name.messageId)}-${organizationCode(name.organizationId)}-${mailboxTag(tag)}`
  return [mailbox(first), ...others.map(mailbox)]
}

const RETURN_PATH = /^(b-([0-9a-f]{32})-[0-9a-f]{10}-[0-9a-f]{16})@/

/**
 * The id of the message that has this address as its return path. Undefined if the service did not create the address
 * for a message of the organization.
 */
export function readReturnPath(secrets: SecretBox, organizationId: string, address: string): string | undefined {
  const [, mailbox = '', digits = ''] = RETURN_PATH.exec(address.toLowerCase()) ?? []
  const messageId = uuidOf(digits)
  const isOwn = mailboxes(secrets, { organizationId, messageId }).some((own) => isEqualSecret(own, mailbox))
  return isOwn ? messageId : undefined
}
