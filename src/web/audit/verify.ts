import {
  AuditChainDocument,
  type AuditChainLinkFragment,
  type AuditChainQuery,
  ServerVerificationDocument,
  type ServerVerificationQuery,
} from '../api/generated.ts'
import type { Session } from '../api/session.ts'

type Link = AuditChainLinkFragment
type End = NonNullable<AuditChainQuery['auditExport']>['checkpoint']

/** A mismatch in a trail. */
export type Fault =
  | { kind: 'changed' | 'missing' | 'misplaced' | 'head'; sequence: number }
  | { kind: 'unreadable' }
  | { kind: 'unsigned' | 'foreign' | 'short' | 'different'; origin: string; size: number; records: number }

/** The program with which anybody verifies exports. */
interface Verifier {
  chainFaults(records: readonly Link[], before?: Link): Promise<Fault[]>
  checkpointFault(
    note: string,
    trail: { hashes: readonly string[]; organizationId: string },
    keys: readonly string[],
  ): Promise<Fault | undefined>
}

/** A checkpoint that the user kept. Without a key, the service's key is used. */
export interface Kept {
  note: string
  key: string | null
}

/** The server names its program, so the page and the published verifier run the same code. */
const verifierOf = ({ verifier }: End): Promise<Verifier> => import(/* @vite-ignore */ verifier)

/** A trail that is read and recomputed batch by batch. After a lost connection, it continues where it stopped. */
export class Trail {
  readonly #session: Session
  readonly #hashes: string[] = []
  #last: Link | undefined
  #end: End | undefined

  constructor(session: Session) {
    this.#session = session
  }

  get checked(): number {
    return this.#hashes.length
  }

  get total(): number {
    return this.#end?.sequence ?? 0
  }

  get lastHash(): string | undefined {
    return this.#last?.hash
  }

  /** @returns the first mismatch. @throws RequestError if a batch cannot be read */
  async verify(kept: Kept | undefined, tell: () => void, signal: AbortSignal): Promise<Fault | undefined> {
    for (let isMore = true; isMore; tell()) {
      const { rows, next, checkpoint } = await this.#batch(signal)
      this.#end ??= checkpoint
      const { chainFaults } = await verifierOf(this.#end)
      const [fault] = await chainFaults(rows, this.#last)
      if (fault) return fault
      this.#hashes.push(...rows.map(({ hash }) => hash))
      this.#last = rows.at(-1) ?? this.#last
      isMore = next !== null
    }
    return this.#endFault() ?? (kept && this.#checkpointFault(kept))
  }

  async #batch(signal: AbortSignal) {
    const asked = { after: this.checked, upTo: this.#end?.sequence }
    return (await this.#session.request(AuditChainDocument, asked, { signal })).auditExport
  }

  #endFault(): Fault | undefined {
    if (this.checked < this.total) return { kind: 'missing', sequence: this.checked + 1 }
    return this.#last && this.#last.hash !== this.#end?.hash ? { kind: 'head', sequence: this.checked } : undefined
  }

  async #checkpointFault({ note, key }: Kept): Promise<Fault | undefined> {
    if (!this.#end) return undefined
    const { checkpointFault } = await verifierOf(this.#end)
    const organizationId = this.#session.caller.peek()?.organizationId ?? ''
    return checkpointFault(note, { hashes: this.#hashes, organizationId }, [key ?? this.#end.publicKey])
  }
}

type Answer = NonNullable<ServerVerificationQuery['verifyAudit']>

/** The server's own verification. @throws RequestError */
export async function serverVerification(
  session: Session,
  checkpoint: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  let checked = 0
  for (let after = 0; ; ) {
    const { verifyAudit }: { verifyAudit: Answer } = await session.request(
      ServerVerificationDocument,
      { after, checkpoint },
      { signal },
    )
    checked += verifyAudit.checked
    if (verifyAudit.next === null) return { ...verifyAudit, checked }
    after = verifyAudit.next
  }
}
