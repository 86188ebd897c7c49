import {
  CampaignChoicesDocument,
  ClientChoicesDocument,
  ContentChoicesDocument,
  EventTypesDocument,
  OperatorChoicesDocument,
  PersonChoicesDocument,
  RequestChoicesDocument,
  SegmentChoicesDocument,
  SenderChoicesDocument,
} from '../api/generated.ts'
import type { Document } from '../api/request.ts'
import type { Ask } from '../api/use-typed.ts'
import { day } from '../format.ts'
import { eventLabel, label } from '../i18n/language.ts'
import type { Named } from './held-record.ts'

/** The first records whose names contain a text, and the number of all of them. */
export interface Choices {
  total: number
  found: Named[]
}

export type Find = (ask: Ask, search: string) => Promise<Choices>

type NamesDocument = Document<{ list: { totalCount: number; nodes: Named[] } }, { search: string }>

const findIn =
  (document: NamesDocument): Find =>
  async (ask, search) => {
    const { list } = await ask(document, { search })
    return { total: list.totalCount, found: list.nodes }
  }

export const findClients = findIn(ClientChoicesDocument)
export const findCampaigns = findIn(CampaignChoicesDocument)
export const findContents = findIn(ContentChoicesDocument)
export const findSenders = findIn(SenderChoicesDocument)
export const findSegments = findIn(SegmentChoicesDocument)
export const findOperators = findIn(OperatorChoicesDocument)

/** Members of the team, by their user id. A person who was only invited has no user id yet. */
export const findPeople: Find = async (ask, search) => {
  const { list } = await ask(PersonChoicesDocument, { search })
  return { total: list.totalCount, found: list.nodes.flatMap(({ id, name }) => (id ? [{ id, name }] : [])) }
}

const FIRST = 20

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text contains each word of a search. */
export const contains = (text: string, search: string): boolean =>
  plain(search)
    .split(/\s+/)
    .every((word) => plain(text).includes(word))

/** The types of events, by their names or their codes. */
export const findEventTypes: Find = async (ask, search) => {
  const { eventTypes } = await ask(EventTypesDocument, {})
  const matching = ['*', ...eventTypes]
    .map((id) => ({ id, name: eventLabel(id) }))
    .filter(({ id, name }) => contains(`${name} ${id}`, search))
  return { total: matching.length, found: matching.slice(0, FIRST) }
}

/** Requests of data subjects, except one. */
export const findRequestsBut =
  (other: string): Find =>
  async (ask, search) => {
    const { list } = await ask(RequestChoicesDocument, { search })
    const others = list.nodes.filter(({ id }) => id !== other)
    const nameOf = ({ subject, type, receivedAt }: (typeof others)[number]) =>
      `${subject.name}, ${label(type)}, ${day(receivedAt)}`
    return {
      total: list.totalCount - (list.nodes.length - others.length),
      found: others.map((request) => ({ id: request.id, name: nameOf(request) })),
    }
  }
