import {
  CampaignDocument,
  ChangeClientStatusDocument,
  ChangeContentStatusDocument,
  ClientDocument,
  ContentDocument,
} from '../api/generated.ts'
import type { Document } from '../api/request.ts'
import { session } from '../api/session.ts'
import { keyOf } from '../api/use-query.ts'
import { changeOf } from '../campaigns/decision.ts'
import { type Stepped, takeStep } from '../components/steps.tsx'
import { label, t } from '../i18n/language.ts'
import { goTo, type Route } from '../route.ts'
import { type Sectioned, type SectionOf, screensFor, sectionsFor } from '../screens.ts'

export const GROUPS = ['steps', 'found', 'places'] as const

/** A selectable item: a page to open, or a step to take. */
export interface Item {
  key: string
  group: (typeof GROUPS)[number]
  title: string
  /** The kind of the item. */
  kind?: string | undefined
  choose: () => unknown
}

/** Every screen and section that the caller may open, and the records that the caller may create there. */
export function places(): Item[] {
  const may = (permission: string) => session.may(permission)
  const placeOf = (key: string, title: string, choose: () => void): Item => ({ key, group: 'places', title, choose })
  const made = [
    { title: () => t('palette.newCampaign'), screen: 'campaigns', permission: 'org:campaigns:write' },
    { title: () => t('palette.newContent'), screen: 'content', permission: 'org:content:write' },
    { title: () => t('palette.newClient'), screen: 'clients', permission: 'org:clients:write' },
  ] as const
  const sectionsOf = <S extends Sectioned>(screen: S, titleOf: (name: SectionOf<S>) => string) =>
    sectionsFor(screen, may).map((name) =>
      placeOf(`${screen} ${name}`, `${t(`screens.${screen}`)}: ${titleOf(name)}`, () =>
        screen === 'analytics' ? goTo(screen, [], { by: name }) : goTo(screen, [name]),
      ),
    )
  return [
    ...screensFor(may).map((screen) => placeOf(screen, t(`screens.${screen}`), () => goTo(screen))),
    ...sectionsOf('administration', (name) => t(`administration:sections.${name}`)),
    ...sectionsOf('privacy', (name) => t(`privacy:sections.${name}`)),
    ...sectionsOf('audit', (name) => t(`audit:sections.${name}`)),
    ...sectionsOf('analytics', (name) => label(name.toUpperCase())),
    ...made
      .filter(({ permission }) => may(permission))
      .map(({ title, screen }) => placeOf(`new ${screen}`, title(), () => goTo(screen, [], { edit: 'new' }))),
  ]
}

/** The possible steps of the displayed record, with the page's labels. */
export function steps({ screen, path: [id] }: Route): Item[] {
  const shown = <Data, Variables>(document: Document<Data, Variables>, variables: Variables) =>
    // The page can have further variables, such as an order.
    session.queries.getQueriesData<Data>({ queryKey: keyOf(document, variables), type: 'active' })[0]?.[1]
  if (!id || !session.may(`org:${screen}:write`)) return []
  if (screen === 'campaigns') {
    const campaign = shown(CampaignDocument, { id })?.record
    return campaign ? stepsOf(campaign, changeOf(campaign)) : []
  }
  if (screen === 'clients')
    return stepsOf(
      shown(ClientDocument, { id })?.record,
      async (status) => (await session.save(ChangeClientStatusDocument, { id, status })).changed,
    )
  if (screen !== 'content') return []
  const content = shown(ContentDocument, { id })?.record
  return stepsOf(
    content && { ...content, name: content.title },
    async (status) =>
      (await session.save(ChangeContentStatusDocument, { id, version: content?.version, status })).changed,
  )
}

const stepsOf = <Status extends string>(
  record: (Stepped<Status> & { name: string }) | undefined,
  change: (status: Status) => Promise<Stepped<Status>>,
): Item[] =>
  (record?.transitions ?? [])
    .filter(({ allowed }) => allowed)
    .map(({ to }) => ({
      key: `step ${to}`,
      group: 'steps',
      title: t('steps.to', { status: label(to) }),
      kind: record?.name,
      choose: () => record && takeStep(record.name, record.status, to, change),
    }))
