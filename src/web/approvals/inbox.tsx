import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ChangeFragment } from '../api/generated.ts'
import type { Query } from '../api/use-query.ts'
import type { Column } from '../components/columns.tsx'
import { Confirm } from '../components/confirm.tsx'
import { InputForm } from '../components/input-form.tsx'
import { Below, Empty, QueryPanel } from '../components/panel.tsx'
import { longText, shown } from '../components/record-fields.tsx'
import { type Step, Steps } from '../components/steps.tsx'
import { Table } from '../components/table.tsx'
import { fieldName, label, t } from '../i18n/language.ts'

interface Props<Node> {
  title: string
  query: Query<{ list: { totalCount: number; nodes: readonly Node[] } }>
  /** What follows the panel. */
  below?: ComponentChildren
  children: (node: Node) => ComponentChildren
}

/** The waiting records, oldest first. */
export const Inbox = <Node,>({ title, query, below, children }: Props<Node>) => (
  <>
    <QueryPanel title={title} query={query}>
      {({ list: { totalCount, nodes } }) => (
        <>
          {nodes.length === 0 ? (
            <Empty>{t('approvals:nothing')}</Empty>
          ) : (
            <>
              <p role="status">{t('approvals:count', { count: totalCount })}</p>
              <ul class="inbox">{nodes.map(children)}</ul>
            </>
          )}
          {totalCount > nodes.length && (
            <p class="quiet">{t('approvals:more', { count: totalCount - nodes.length })}</p>
          )}
        </>
      )}
    </QueryPanel>
    <Below query={query}>{below}</Below>
  </>
)

interface ItemProps {
  title: ComponentChildren
  name: string
  /** The field rows of the record. */
  rows: Readonly<Record<string, unknown>>
  changes: readonly ChangeFragment[] | null
  steps: readonly Step[]
  /**
   * The status that returns the record to its author, who can submit it again. All other statuses are approvals and
   * final.
   */
  wayBack: string
  decide: (to: string, reason?: string) => Promise<void>
  children: ComponentChildren
}

/** The author reads the reason on the record's page. */
const REASON = { reason: longText({ required: true, word: 'returnReason' }) }

/** A waiting record, with its facts and the possible decisions. */
export function Item({ title, name, rows, changes, steps, wayBack, decide, children }: ItemProps) {
  const [asked, setAsked] = useState<string>()
  const article = useRef<HTMLElement>(null)
  useKeptFocus(article)
  return (
    <li>
      <article ref={article} aria-label={name}>
        <h3>{title}</h3>
        {children}
        <Changes rows={rows} changes={changes} />
        <Steps steps={steps} take={async (to) => setAsked(to)} titleOf={(to) => wordsOf('verdicts', to)} />
        {asked === wayBack && (
          <InputForm<{ reason: string }>
            title={t('approvals:returnNamed', { name })}
            draft={`return ${name}`}
            rows={REASON}
            action={t('approvals:verdicts.DRAFT')}
            save={({ reason }) => decide(asked, reason)}
            onClose={() => setAsked(undefined)}
          />
        )}
        {asked && asked !== wayBack && (
          <Confirm
            title={t('approvals:approveNamed', { name })}
            consequence={wordsOf('consequences', asked)}
            action={wordsOf('verdicts', asked)}
            confirm={() => decide(asked)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </article>
    </li>
  )
}

/** A decided record leaves the list. If it has the focus, the focus moves to the heading of the page. */
function useKeptFocus(article: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const shown = article.current
    return () => {
      if (shown?.contains(document.activeElement)) document.querySelector('h1')?.focus()
    }
  }, [])
}

/** The text of a decision. A status without a text of its own shows its name. */
const wordsOf = (of: 'verdicts' | 'consequences', to: string): string =>
  t(`approvals:${of}.${to as 'ACTIVE'}`, { defaultValue: label(to) })

/** The differences of a record from its approved state. Null if it was never approved. */
function Changes({ rows, changes }: Pick<ItemProps, 'rows' | 'changes'>) {
  if (!changes) return <p class="quiet">{t('approvals:changes.first')}</p>
  const side = (id: 'before' | 'after'): Column<ChangeFragment> => ({
    id,
    title: t(`approvals:changes.${id}`),
    show: (change) => shown(rows, change.field, change[id]) ?? <Nothing />,
  })
  if (changes.length === 0) return <p class="quiet">{t('approvals:changes.none')}</p>
  return (
    <Table
      caption={t('approvals:changes.title')}
      rows={changes.map((change) => ({ ...change, id: change.field }))}
      columns={[
        { id: 'field', title: t('approvals:changes.field'), show: ({ field }) => fieldName(field) },
        side('before'),
        side('after'),
      ]}
    />
  )
}

const Nothing = () => <span class="quiet">{t('approvals:changes.empty')}</span>
