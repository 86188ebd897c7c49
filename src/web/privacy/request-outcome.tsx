import type { RequestWholeFragment } from '../api/generated.ts'
import { Facts } from '../components/facts.tsx'
import { Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { saveJson } from '../components/save-file.ts'
import { count } from '../format.ts'
import { label, resourceLabel, t } from '../i18n/language.ts'

interface Props {
  request: RequestWholeFragment
  outcome: NonNullable<RequestWholeFragment['outcome']>
}

/** The treated records, the records left and the reasons, and the certificate of an erasure. */
export function Outcome({ request: { id, certificate }, outcome }: Props) {
  const { resources, kept, consentsWithdrawn, left } = outcome
  return (
    <Panel
      title={t('privacy:outcome.title')}
      aside={
        certificate && (
          <button type="button" onClick={() => saveJson(`erasure-certificate-${id}.json`, certificate)}>
            {t('privacy:outcome.certificate')}
          </button>
        )
      }
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('privacy:retention.resource')}</th>
            <th scope="col" class="number">
              {t('privacy:outcome.found')}
            </th>
            <th scope="col" class="number">
              {t('privacy:outcome.deleted')}
            </th>
            <th scope="col" class="number">
              {t('privacy:outcome.rewritten')}
            </th>
          </tr>
        </thead>
        <tbody>
          {resources.map(({ resource, found, deleted, rewritten }) => (
            <tr key={resource}>
              <th scope="row">{resourceLabel(resource)}</th>
              <td class="number">{count(found)}</td>
              <td class="number">{count(deleted)}</td>
              <td class="number">{count(rewritten)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Facts
        facts={[
          [t('privacy:outcome.consents'), consentsWithdrawn],
          ...kept.map(
            ({ resource, reason, cause }) =>
              [t('privacy:outcome.kept', { resource: resourceLabel(resource) }), reasonText(reason, cause)] as const,
          ),
        ]}
      />
      {left && left.length > 0 && (
        <>
          <h3>{t('privacy:outcome.left')}</h3>
          <ul>
            {left.map(({ resource, rowId, standing, reason, cause }) => (
              <li key={`${resource} ${rowId}`}>
                {resourceLabel(resource)} {rowId}: {label(standing)}
                {reason && `, ${reasonText(reason, cause)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
