import { ClientStatus } from '../features/clients/client.entity.ts'
import type { Stage } from './stage.ts'

const CREATE = 'mutation ($input: ClientInput!) { createClient(input: $input) { id } }'
const MOVE = 'mutation ($id: ID!, $status: ClientStatus!) { changeClientStatus(id: $id, status: $status) { id } }'
const ASSESS = 'mutation ($id: ID!, $input: ClientAssessmentInput!) { assessClient(id: $id, input: $input) { id } }'

const { PENDING, ACTIVE, REJECTED, SUSPENDED, ARCHIVED } = ClientStatus

/** The status changes after PENDING that lead to each status. */
const PATHS: Readonly<Record<ClientStatus, readonly ClientStatus[]>> = {
  [PENDING]: [],
  [ACTIVE]: [ACTIVE],
  [REJECTED]: [REJECTED],
  [SUSPENDED]: [ACTIVE, SUSPENDED],
  [ARCHIVED]: [ACTIVE, ARCHIVED],
}

type Row = [name: string, type: string, detail: string, contact: string, status?: ClientStatus]

/** Government clients; `detail` is the level. */
const GOVERNMENT: readonly Row[] = [
  ['Thornveld Municipality', 'MUNICIPALITY', 'LOCAL', 'Nomvula Sithole'],
  ['Rietvlei Local Municipality', 'LOCAL_MUNICIPALITY', 'LOCAL', 'Danie Fourie'],
  ['Umzansi Metro', 'MUNICIPALITY', 'LOCAL', 'Sibusiso Zondi'],
  ['Mopani Provincial Health', 'PROVINCIAL_GOVT', 'PROVINCIAL', 'Rirhandzu Baloyi'],
  ['Tsitsi Coast Education', 'PROVINCIAL_GOVT', 'PROVINCIAL', 'Bulelwa Jantjies'],
  ['National Water Literacy Office', 'NATIONAL_GOVT', 'NATIONAL', 'Tshepo Modise'],
  ['Veld and River Parks Agency', 'STATE_OWNED_ENTITY', 'NATIONAL', 'Hanlie Venter', PENDING],
  ['Highland Rail Corporation', 'STATE_OWNED_ENTITY', 'NATIONAL', 'Mpho Radebe', SUSPENDED],
]

/** Business clients; `detail` is the industry. */
const BUSINESS: readonly Row[] = [
  ['Karoo Fresh Foods', 'MEDIUM_BUSINESS', 'Retail', 'Elmarie Joubert'],
  ['Highveld Motors', 'LARGE_CORPORATION', 'Automotive', 'Themba Mabuza'],
  ['Protea Cover', 'LARGE_CORPORATION', 'Insurance', 'Yusuf Adams'],
  ['Baobab Savings', 'LARGE_CORPORATION', 'Finance', 'Lindiwe Ngcobo'],
  ['Jacaranda Connect', 'LARGE_CORPORATION', 'Telecommunications', 'Priya Govender'],
  ['Marula Skin Care', 'MEDIUM_BUSINESS', 'Beauty', 'Chantal Daniels'],
  ['Berg and Beyond Outdoor', 'MEDIUM_BUSINESS', 'Retail', 'Gareth Mills'],
  ['Strandloper Seafood', 'MEDIUM_BUSINESS', 'Food', 'Ashwin Petersen'],
  ['Umhlanga Bay Hotels', 'LARGE_CORPORATION', 'Hospitality', 'Nokuthula Shange'],
  ['Rooibos Hill Traders', 'MEDIUM_BUSINESS', 'Beverages', 'Marius Louw'],
  ['Sunstone Solar', 'MEDIUM_BUSINESS', 'Energy', 'Keabetswe Molefi'],
  ['Limpopo Citrus', 'MEDIUM_BUSINESS', 'Agriculture', 'Tendani Ramabulana'],
  ['Kwela Fashion House', 'MEDIUM_BUSINESS', 'Fashion', 'Zodwa Hlongwane', PENDING],
  ['Khaki Bush Safaris', 'MEDIUM_BUSINESS', 'Tourism', 'Willem Kruger', PENDING],
  ['Vaal Bend Steel', 'LARGE_CORPORATION', 'Manufacturing', 'Petrus Nel', SUSPENDED],
  ['Quick Cash Corner', 'MEDIUM_BUSINESS', 'Lending', 'Bradley Smit', REJECTED],
  ['Duiker Couriers', 'MEDIUM_BUSINESS', 'Transport', 'Lwazi Gumede', ARCHIVED],
]

/** The assessed clients, and whether they comply with POPIA. */
const ASSESSED: Readonly<Record<string, boolean>> = {
  'Thornveld Municipality': true,
  'Mopani Provincial Health': true,
  'Baobab Savings': true,
  'Protea Cover': true,
  'Highland Rail Corporation': false,
  'Marula Skin Care': false,
}

/** The e-mail address of a client's contact. */
const addressOf = (person: string, client: string) =>
  `${person.toLowerCase().replaceAll(' ', '.')}@${client.toLowerCase().replace(/[^a-z]+/g, '-')}.example.org`

/** Creates clients of both sectors in every status, each with a contact. Returns their ids by name. */
export async function playClients(stage: Stage): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const rows = [
    ...GOVERNMENT.map((row) => ({ row, sector: 'GOVERNMENT', industry: 'Public sector', governmentLevel: row[2] })),
    ...BUSINESS.map((row) => ({ row, sector: 'BUSINESS', industry: row[2], governmentLevel: null })),
  ]
  for (const [index, { row, ...kind }] of rows.entries()) {
    const [name, type, , person, status = ACTIVE] = row
    const phone = `+27 10 555 ${2000 + 7 * index}`
    const contact = { name: person, email: addressOf(person, name), phone, position: 'Marketing' }
    const by = index % 2 === 0 ? 'pieter' : 'ayesha'
    const since = status === PENDING ? -3 - (index % 4) : -230 + 2 * index
    const { id } = await stage.perform(by, since, CREATE, { input: { name, type, ...kind, contact } })
    for (const [step, next] of PATHS[status].entries())
      await stage.perform('thandi', since + 2 + 90 * step, MOVE, { id, status: next })
    ids.set(name, id)
  }
  for (const [name, popiaCompliant] of Object.entries(ASSESSED)) {
    const note = popiaCompliant
      ? 'Policies and agreements seen.'
      : 'Has no agreement with the company that hosts its shop.'
    const input = { popiaCompliant, securityClearance: 'STANDARD', dataClassification: 'CONFIDENTIAL', note }
    await stage.perform('lerato', -110, ASSESS, { id: ids.get(name), input })
  }
  return ids
}
