import { useEffect, useRef, useState } from 'preact/hooks'
import {
  CampaignBoardDocument,
  type CampaignBoardQuery,
  type CampaignBoardQueryVariables,
  type CampaignCardFragment,
  type CampaignFilter,
  CampaignStatus,
  CampaignStepsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useQuery } from '../api/use-query.ts'
import { useBusy } from '../components/action-button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Empty, Loaded } from '../components/panel.tsx'
import { Steps, takeStep } from '../components/steps.tsx'
import { count, moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { clientOf } from './client-of.ts'
import { changeOf } from './decision.ts'

const STATUSES = Object.values(CampaignStatus)
/** The cards of a column at first, and after `more`. */
const FIRST = 20
const MOST = 100
/** A read of all columns costs several requests of the allowance. */
const PAUSE_MS = 30_000

type Card = CampaignCardFragment

interface Move {
  card: Card
  to: CampaignStatus
  /** The answer that was shown when the server had taken the step. A newer one includes the step. */
  since?: CampaignBoardQuery | undefined
}

/** A column for each status, with a card for each campaign. Dragging a card, or its menu, moves the campaign. */
export function Board({ filter }: { filter: CampaignFilter }) {
  const mayWrite = session.may('org:campaigns:write')
  const { isBusy, run } = useBusy()
  const [long, setLong] = useState<ReadonlySet<CampaignStatus>>(new Set())
  const [choosing, setChoosing] = useState<Card>()
  const [move, setMove] = useState<Move>()
  const query = useQuery(CampaignBoardDocument, variablesOf(filter, long), {
    topics: ['campaigns', 'clients'],
    pauseMs: PAUSE_MS,
  })
  const latest = useRef(query.data)
  latest.current = query.data
  const shownMove = move && (!move.since || move.since === query.data) ? move : undefined
  const focusCard = useFocus(query.data, shownMove)

  const take = (card: Card, to: CampaignStatus) =>
    run(async () => {
      setMove({ card, to })
      try {
        await takeStep(card.name, card.status, to, changeOf(card))
        setMove({ card, to, since: latest.current })
      } catch (error) {
        setMove(undefined)
        throw error
      }
    })

  return (
    <>
      <Loaded query={query}>
        {(data) => (
          <div class="board">
            {STATUSES.filter((status) => filter.status?.includes(status) ?? true).map((status) => (
              <Column
                key={status}
                status={status}
                found={data[status]}
                cards={cardsOf(data[status].nodes, status, shownMove)}
                moving={shownMove?.card.id}
                {...(mayWrite && !isBusy && { drop: take })}
                {...(mayWrite && { choose: setChoosing })}
                {...(!long.has(status) && { more: () => setLong(new Set([...long, status])) })}
              />
            ))}
          </div>
        )}
      </Loaded>
      {choosing && (
        <MoveDialog
          card={choosing}
          take={(to) => {
            focusCard(choosing.id)
            setChoosing(undefined)
            void take(choosing, to)
          }}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </>
  )
}

/** An empty list of statuses matches nothing, so a column that the filter excludes costs nothing. */
const variablesOf = (filter: CampaignFilter, long: ReadonlySet<CampaignStatus>) =>
  Object.fromEntries(
    STATUSES.flatMap((status) => [
      [status, { ...filter, status: (filter.status?.includes(status) ?? true) ? [status] : [] }],
      [`first${status}`, long.has(status) ? MOST : FIRST],
    ]),
  ) as CampaignBoardQueryVariables

function cardsOf(nodes: readonly Card[], status: CampaignStatus, move: Move | undefined): readonly Card[] {
  if (!move) return nodes
  const others = nodes.filter(({ id }) => id !== move.card.id)
  return move.to === status ? [move.card, ...others] : others
}

/** Focuses the button of a card once the card is in its column: the move has removed the focused button. */
function useFocus(...rendered: unknown[]) {
  const wanted = useRef<string | undefined>(undefined)
  useEffect(() => {
    const button = wanted.current && document.querySelector<HTMLElement>(`#card-${wanted.current} button`)
    if (button && !document.querySelector('dialog[open]') && document.activeElement === document.body) button.focus()
  }, rendered)
  return (id: string) => {
    wanted.current = id
  }
}

/** The card that is being dragged. The browser hides the data of a drag until the drop. */
let dragged: Card | undefined

interface ColumnProps {
  status: CampaignStatus
  found: NonNullable<CampaignBoardQuery[CampaignStatus]>
  cards: readonly Card[]
  /** The id of the card whose step the server has not confirmed. */
  moving: string | undefined
  drop?: (card: Card, to: CampaignStatus) => void
  choose?: (card: Card) => void
  more?: () => void
}

function Column({ status, found, cards, moving, drop, choose, more }: ColumnProps) {
  const [isOver, setOver] = useState(false)
  const accepts = () => drop && dragged && dragged.status !== status
  const over = (event: DragEvent) => {
    if (!accepts()) return
    event.preventDefault()
    setOver(true)
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(currentTarget as HTMLElement).contains(relatedTarget as Node | null)) setOver(false)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (accepts() && dragged) drop?.(dragged, status)
  }
  return (
    <section
      class={`column ${isOver ? 'over' : ''}`}
      aria-label={label(status)}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={dropped}
    >
      <h2>
        {label(status)} <span class="quiet">{count(found.totalCount)}</span>
      </h2>
      <ul>
        {cards.map((card) => (
          <CardItem
            key={card.id}
            card={card}
            isMoving={card.id === moving}
            isDraggable={drop !== undefined}
            choose={choose}
          />
        ))}
      </ul>
      {found.pageInfo.hasNextPage &&
        (more ? (
          <button type="button" onClick={more}>
            {t('campaigns:board.more')}
          </button>
        ) : (
          <a
            href={hrefOf('campaigns', [], { ...Object.fromEntries(route.value.parameters), layout: undefined, status })}
          >
            {t('campaigns:board.inList')}
          </a>
        ))}
    </section>
  )
}

interface CardProps {
  card: Card
  isMoving: boolean
  isDraggable: boolean
  choose: ((card: Card) => void) | undefined
}

function CardItem({ card, isMoving, isDraggable, choose }: CardProps) {
  const { id, name, type, startsAt } = card
  const start = ({ dataTransfer }: DragEvent) => {
    dragged = card
    dataTransfer?.setData('text/plain', name)
  }
  const end = () => {
    dragged = undefined
  }
  return (
    <li
      id={`card-${id}`}
      class="campaign-card"
      aria-busy={isMoving}
      draggable={isDraggable}
      onDragStart={start}
      onDragEnd={end}
    >
      <a href={hrefOf('campaigns', [id])} draggable={false}>
        {name}
      </a>
      <span class="quiet">
        {clientOf(card)} · {label(type)}
      </span>
      {startsAt && (
        <time class="quiet" dateTime={startsAt}>
          {moment(startsAt)}
        </time>
      )}
      {choose && (
        <button
          type="button"
          class="plain"
          aria-label={t('campaigns:board.moveNamed', { name })}
          disabled={isMoving}
          onClick={() => choose(card)}
        >
          {t('campaigns:board.move')}
        </button>
      )}
    </li>
  )
}

interface MoveProps {
  card: Card
  take: (to: CampaignStatus) => void
  onClose: () => void
}

/** The next statuses of a campaign, with the reason of each that is refused. */
const MoveDialog = ({ card: { id, name }, take, onClose }: MoveProps) => (
  <Dialog title={t('campaigns:board.moveNamed', { name })} onClose={onClose}>
    <Loaded query={useQuery(CampaignStepsDocument, { id })}>
      {({ campaign: { transitions } }) =>
        transitions.length > 0 ? (
          <Steps steps={transitions} take={async (to) => take(to as CampaignStatus)} />
        ) : (
          <Empty>{t('campaigns:board.noStep')}</Empty>
        )
      }
    </Loaded>
  </Dialog>
)
