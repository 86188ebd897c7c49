import { hash, randomBytes } from 'node:crypto'
import { ContentInfo, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  TSTInfo,
} from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { type Channel, send } from './checkpoint.channels.ts'

/* Time stamps of RFC 3161: an authority attests that a checkpoint existed at a time. */

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const NONCE_BYTES = 8

/** A nonce is an integer, so its first bit must not be set: it would be a sign. */
function newNonce(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(NONCE_BYTES))
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.buffer
}

const isSame = (a: ArrayBuffer | undefined, b: ArrayBuffer) => a !== undefined && Buffer.from(a).equals(Buffer.from(b))

/** The content that the authority signed. @throws Error if the response is not a time stamp */
function infoOf(response: Uint8Array): TSTInfo {
  const { status, timeStampToken } = AsnConvert.parse(response, TimeStampResp)
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
  if (!isGranted || !timeStampToken)
    throw new Error(`The time stamping authority refused (${PKIStatus[status.status]})`)
  const { content } = AsnConvert.parse(AsnConvert.serialize(timeStampToken), ContentInfo)
  const { eContent } = AsnConvert.parse(content, SignedData).encapContentInfo
  if (!eContent?.single) throw new Error('The time stamping authority answered without a time')
  return AsnConvert.parse(eContent.single, TSTInfo)
}

/**
 * An authority for time stamps. Its response is stored unchanged, in base64. With the authority's certificate and the
 * text of the checkpoint, anybody can verify it.
 */
export const timeStampChannel = (url: string): Channel => ({
  name: 'time-stamp',
  async publish({ note }) {
    const digest = new OctetString(hash('sha256', note, 'buffer'))
    const nonce = newNonce()
    const hashAlgorithm = new AlgorithmIdentifier({ algorithm: SHA_256, parameters: null })
    const messageImprint = new MessageImprint({ hashAlgorithm, hashedMessage: digest })
    const request = new TimeStampReq({ version: TimeStampReqVersion.v1, messageImprint, nonce, certReq: true })
    const body = new Uint8Array(AsnConvert.serialize(request))
    const { status, bytes } = await send(url, 'application/timestamp-query', body)
    if (status !== 200) throw new Error(`The time stamping authority answered ${status}`)
    const info = infoOf(bytes)
    if (!isSame(info.messageImprint.hashedMessage.buffer, digest.buffer) || !isSame(info.nonce, nonce))
      throw new Error('The time stamping authority signed another request than the one sent')
    return bytes.toString('base64')
  },
})
