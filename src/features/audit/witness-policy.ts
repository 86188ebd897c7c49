import { type Cosignature, cosignatureIn, keyText, parseCheckpoint, parseWitnessKey, type VerifierKey } from './note.ts'

/*
 * The policy of witnesses, in the format of https://c2sp.org/tlog-policy: the witnesses, groups of k of n of them, and
 * the group or witness whose signature is required.
 */

const MOST_WITNESSES = 32
const CONTROL = /[^\P{Cc}\t\n]/u

/** A witness, which signs checkpoints of this service too. */
export interface Witness {
  /** The name in the policy. */
  name: string
  /** The name under which its publications are stored. Never changes. */
  channel: string
  key: VerifierKey
  url: string
}

/** Whether the witnesses that signed are enough, for a witness or a group. */
type Condition = (signers: ReadonlySet<string>) => boolean

/** The names of a policy that were defined so far. */
class Names {
  readonly #conditions = new Map<string, Condition>()
  readonly #members = new Set<string>()

  define(name: string, condition: Condition): void {
    if (name === 'none' || this.#conditions.has(name)) throw new Error(`the name ${name} is used twice`)
    this.#conditions.set(name, condition)
  }

  condition(name: string): Condition {
    const condition = this.#conditions.get(name)
    if (!condition) throw new Error(`${name} is not defined on an earlier line`)
    return condition
  }

  /** The condition of a member of a group. Each name can be the member of one group, so no witness counts twice. */
  member(name: string): Condition {
    const condition = this.condition(name)
    if (this.#members.has(name)) throw new Error(`${name} is a member twice`)
    this.#members.add(name)
    return condition
  }
}

function thresholdOf(text: string, members: number): number {
  const named = { any: 1, all: members }[text]
  const threshold = named ?? (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0)
  if (threshold < 1 || threshold > members) throw new Error(`${text} of ${members} members cannot be required`)
  return threshold
}

/** The witnesses of the service, and which of them must sign a checkpoint. */
export class WitnessPolicy {
  readonly witnesses: readonly Witness[]
  readonly #isMet: Condition
  readonly #rules: readonly string[]

  /** `rules`: the lines for groups and the quorum, as others need them to verify. */
  constructor(witnesses: readonly Witness[], isMet: Condition, rules: readonly string[]) {
    this.witnesses = witnesses
    this.#isMet = isMet
    this.#rules = rules
  }

  /** The policy that requires the signature of one witness. */
  static ofOne(url: string, key: VerifierKey): WitnessPolicy {
    const witness = { name: 'witness', channel: 'witness', key, url }
    return new WitnessPolicy([witness], (signers) => signers.has('witness'), ['quorum witness'])
  }

  /** @throws Error with the number of the first line that is wrong */
  static parse(text: string): WitnessPolicy {
    const reader = new PolicyReader()
    for (const [index, line] of text.split('\n').entries()) {
      try {
        reader.read(line)
      } catch (error) {
        throw new Error(`line ${index + 1}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return reader.policy()
  }

  /** The signatures of the witnesses among the receipts of a checkpoint, by the name of the witness. Verifies them. */
  signatures(note: string, receipts: readonly (string | null)[]): Map<string, Cosignature> {
    const body = parseCheckpoint(note)?.body ?? ''
    const answers = receipts.join('\n')
    const found = this.witnesses.map(({ name, key }) => [name, cosignatureIn(answers, body, key)] as const)
    return new Map(found.flatMap(([name, signature]) => (signature ? [[name, signature]] : [])))
  }

  /** Whether enough witnesses signed. */
  isMetBy(signatures: ReadonlyMap<string, Cosignature>): boolean {
    return this.#isMet(new Set(signatures.keys()))
  }

  /** The policy as a file for verifiers: with the key of the log, and without the addresses of the witnesses. */
  textFor(logKey: string): string {
    const witnesses = this.witnesses.map(({ name, key }) => `witness ${name} ${keyText(key)}`)
    return `${[`log ${logKey}`, ...witnesses, ...this.#rules].join('\n')}\n`
  }
}

class PolicyReader {
  readonly #names = new Names()
  readonly #witnesses: Witness[] = []
  readonly #rules: string[] = []
  #quorum: Condition | undefined

  read(line: string): void {
    if (CONTROL.test(line)) throw new Error('has a control character')
    const items = line.split(/[ \t]+/).filter(Boolean)
    const [kind = '#', ...rest] = items
    if (kind.startsWith('#')) return
    if (kind === 'witness') this.#witness(rest)
    else if (kind === 'group') this.#group(rest)
    else if (kind === 'quorum') this.#setQuorum(rest)
    else throw new Error(`${kind} must be witness, group or quorum`)
    if (kind !== 'witness') this.#rules.push(items.join(' '))
  }

  policy(): WitnessPolicy {
    if (!this.#quorum) throw new Error('the line with the quorum is missing')
    return new WitnessPolicy(this.#witnesses, this.#quorum, this.#rules)
  }

  #witness([name = '', text = '', address = '', ...others]: string[]): void {
    const key = parseWitnessKey(text)
    if (!key) throw new Error('needs the key of a witness, such as `w.example+1a2b3c4d+BA…`')
    if (!/^https?:\/\//.test(address) || !URL.canParse(address) || others.length > 0)
      throw new Error('needs the address of the witness, with http or https, at its end')
    if (this.#witnesses.some((other) => other.key.key.equals(key.key)))
      throw new Error('has the key of another witness')
    if (this.#witnesses.length === MOST_WITNESSES) throw new Error(`is more than ${MOST_WITNESSES} witnesses`)
    this.#names.define(name, (signers) => signers.has(name))
    const channel = `witness:${key.name}+${key.id.toString('hex')}`
    this.#witnesses.push({ name, channel, key, url: address })
  }

  #group([name = '', threshold = '', ...members]: string[]): void {
    const least = thresholdOf(threshold, members.length)
    const conditions = members.map((member) => this.#names.member(member))
    this.#names.define(name, (signers) => conditions.filter((isMet) => isMet(signers)).length >= least)
  }

  #setQuorum([name = '', ...others]: string[]): void {
    if (this.#quorum || others.length > 0) throw new Error('the quorum must be one name, on one line')
    this.#quorum = name === 'none' ? () => true : this.#names.condition(name)
  }
}
