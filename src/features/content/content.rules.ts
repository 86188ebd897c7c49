import { type FaultCode, invalidFields } from '../../common/errors.ts'
import { escapeHtml } from '../../common/html.ts'
import { transitions } from '../../common/transitions.ts'
import { fillText, variablesIn } from './content.variables.ts'
import { ContentStatus, ContentType } from './content-item.entity.ts'

const { DRAFT, IN_REVIEW, CHANGES_REQUESTED, APPROVED, PUBLISHED, ARCHIVED } = ContentStatus

/** The allowed next statuses of each status. */
export const contentTransitions = transitions<ContentStatus>('Content', {
  [DRAFT]: [IN_REVIEW],
  [IN_REVIEW]: [APPROVED, CHANGES_REQUESTED],
  [CHANGES_REQUESTED]: [IN_REVIEW],
  [APPROVED]: [PUBLISHED],
  [PUBLISHED]: [ARCHIVED],
  [ARCHIVED]: [],
})

/** Statuses that only a reviewer with the permission can set. */
export const isVerdict = (status: ContentStatus) => status === APPROVED || status === CHANGES_REQUESTED

/** Whether the current version was approved. */
export const isApproved = (status: ContentStatus) => status === APPROVED || status === PUBLISHED

/** The status after an edit. A review or approval covers only the version that was reviewed. */
export const statusAfterEdit = (status: ContentStatus) => (status === IN_REVIEW || isApproved(status) ? DRAFT : status)

/** @throws VALIDATION_ERROR if a template uses undeclared variables */
export function demandDeclared(variables: readonly string[], ...texts: string[]): void {
  const undeclared = variablesIn(...texts).filter((name) => !variables.includes(name))
  if (undeclared.length > 0) throw invalidFields({ variables: { code: 'UNDECLARED_VARIABLES', variables: undeclared } })
}

/** Bodies of these types are HTML, so values are escaped in them. */
const isHtml = (type: ContentType) => type === ContentType.EMAIL || type === ContentType.BANNER

/**
 * Fills in a template. Every declared or used variable must be given, and no other variable may be given.
 * @throws VALIDATION_ERROR that names each missing or unknown variable
 */
export function render(
  template: { type: ContentType; title: string; body: string; variables: readonly string[] },
  values: Readonly<Record<string, unknown>>,
): { title: string; body: string } {
  const names = [...new Set([...template.variables, ...variablesIn(template.title, template.body)])]
  const missing = names.filter((name) => !Object.hasOwn(values, name))
  const unknown = Object.keys(values).filter((name) => !names.includes(name))
  const complex = names.filter((name) => typeof values[name] === 'object')
  const faults = Object.fromEntries<FaultCode>([
    ...complex.map((name) => [name, 'NOT_TEXT_OR_NUMBER'] as const),
    ...missing.map((name) => [name, 'VARIABLE_NOT_GIVEN'] as const),
    ...unknown.map((name) => [name, 'NOT_A_VARIABLE'] as const),
  ])
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  const encode = isHtml(template.type) ? escapeHtml : String
  return { title: fillText(template.title, values), body: fillText(template.body, values, encode) }
}
