import { AnalyticsGrouping, CampaignType, ClientOfFiguresDocument, Sector } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { show } from '../components/list.tsx'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'

/** Figures follow live changes, with a pause because they are expensive to compute. */
export const FOLLOWED = { topics: ['dashboard'], pauseMs: 30_000 } as const

/** The levels of the breakdown of campaigns. */
export const LEVELS = ['sector', 'type', 'client', 'campaign'] as const
export type Level = (typeof LEVELS)[number]

/** A subset of the campaigns. */
export interface Scope {
  sector: Sector | undefined
  type: CampaignType | undefined
  clientId: string | undefined
}

export const scopeOf = (parameters: URLSearchParams): Scope => ({
  sector: Object.values(Sector).find((each) => each === parameters.get('sector')),
  type: Object.values(CampaignType).find((each) => each === parameters.get('type')),
  clientId: parameters.get('client') ?? undefined,
})

/** The address of the same period with other parameters. */
export const hrefWith = (changes: Partial<Record<Level | 'by', string>>): string => {
  const { after: _after, before: _before, ...kept } = Object.fromEntries(route.value.parameters)
  return hrefOf('analytics', [], { ...kept, ...changes })
}

/** The restriction of the figures, with links that remove it. */
export const ScopeChoice = ({ sector, type, clientId }: Scope) => (
  <>
    {sector && <Only name={label(sector)} level="sector" />}
    {type && <Only name={label(type)} level="type" />}
    {clientId && <OnlyClient clientId={clientId} />}
  </>
)

function OnlyClient({ clientId }: { clientId: string }) {
  const { data } = useQuery(ClientOfFiguresDocument, { clientId })
  return <Only name={data?.analyticsGroups.nodes[0]?.clientName ?? label(AnalyticsGrouping.CLIENT)} level="client" />
}

const Only = ({ name, level }: { name: string; level: Level }) => (
  <button type="button" onClick={() => show({ [level]: undefined, by: level })}>
    {t('analytics:notOnly', { name })}
  </button>
)
