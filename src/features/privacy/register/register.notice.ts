import { worded } from '../../../common/text.ts'
import type { InformationOfficer } from '../information-officer.ts'
import type { ProcessingActivity } from './activity.entity.ts'

const listed = (values: readonly string[]) => values.join(', ') || '[to be named]'

/**
 * The notice to people whose information is collected, with the content that section 18(1) requires. A person must
 * review it.
 */
export function noticeOf(activity: ProcessingActivity, officer: InformationOfficer): string {
  const { organization, name, email, phone } = officer
  const ways = [email, phone].filter((way) => way !== null).join(', ')
  const transfers = activity.transfers.map(
    ({ country, recipient, ground }) => `${recipient} (${country}): ${worded(ground)}`,
  )
  return [
    `${organization ?? '[organization]'}: how we use your personal information (POPIA section 18)`,
    '',
    `What we collect: ${listed(activity.categories)}`,
    `About whom: ${listed(activity.subjects)}`,
    `What for: ${activity.purpose}`,
    `By which ground: ${worded(activity.ground)} (section 11)`,
    ...(activity.specialGround
      ? [`Special information: ${listed(activity.specialCategories.map(worded))}, by ${worded(activity.specialGround)}`]
      : []),
    ...(activity.childrenGround ? [`Children: by ${worded(activity.childrenGround)}`] : []),
    activity.isVoluntary
      ? 'You are free not to give it to us.'
      : 'You must give it to us: without it we cannot do what it is for.',
    `Who is given it: ${listed(activity.recipients)}`,
    `Abroad: ${transfers.join('; ') || 'it does not leave South Africa'}`,
    `How long we keep it: ${activity.retention}`,
    'You may ask for access and correction, object, and complain to the Information Regulator (South Africa), ' +
      'complaints.IR@justice.gov.za.',
    '',
    [name ?? '[Information Officer]', 'Information Officer', ways].filter(Boolean).join(', '),
  ].join('\n')
}
