import { z } from 'zod'
import type { NameServer, Published } from '../support/dns.ts'

const records = z.array(
  z.object({ name: z.string().max(253).toLowerCase(), type: z.enum(['TXT', 'MX']), value: z.string().max(2000) }),
)

/** The `dnsRecords` in a JSON text, at any depth: the answer of `createSender` can be passed on as it is. */
function recordsIn(text: string): Published[] {
  const found: unknown[] = []
  JSON.parse(text, (key, value) => {
    if (key === 'dnsRecords' && Array.isArray(value)) found.push(...value)
    return value
  })
  return records.parse(found)
}

/** Publishes records. A record replaces one with the same name and type. @throws Error for a text without valid records */
export function publish(names: NameServer, text: string): Published[] {
  const added = recordsIn(text)
  if (added.length === 0) throw new Error('There are no dnsRecords in the text')
  const isReplaced = (record: Published) => added.some(({ name, type }) => record.name === name && record.type === type)
  names.records = [...names.records.filter((record) => !isReplaced(record)), ...added]
  return added
}
