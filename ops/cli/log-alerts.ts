import type { Run } from './lateness.ts'

/** The names of the log alerts without the client's prefix. */
export type LogAlert =
  | 'FailedLoginSpike'
  | 'BruteForceDetected'
  | 'AdminAfterHours'
  | 'BulkDelete'
  | 'UserManagement'
  | 'ErrorSpike'
  | 'NoActivity'
  | 'SecurityLogSilent'

/** The texts of a log alert for people. Summary and description may use the value of its expression. */
interface Description {
  suffix: LogAlert
  /** The run of the client's shipper that delivers the lines that the alert counts. */
  run: Run
  severity: 'critical' | 'warning'
  category?: 'security'
  /** Whether the alert is redundant while the client's site is down. */
  dependsOnSite?: true
  summary: string
  description: string
  runbook: string
}

/** The log alerts of every client. The named dashboard panels are on the client's own dashboard. */
export const LOG_ALERTS: readonly Description[] = [
  {
    suffix: 'FailedLoginSpike',
    run: 'security',
    severity: 'warning',
    category: 'security',
    summary: 'Failed logins',
    description: '{{ $value }} logins failed within 10 minutes.',
    runbook:
      'Compare users and addresses under Login Activity. One user: ask whether the password was forgotten. ' +
      'Many users from few addresses: go on as for BruteForceDetected.',
  },
  {
    suffix: 'BruteForceDetected',
    run: 'security',
    severity: 'critical',
    category: 'security',
    summary: 'Brute force attack',
    description: '{{ $value }} logins failed within 5 minutes.',
    runbook:
      'Block the addresses seen under Login Activity at the host. Look for a login that succeeded from one of them; ' +
      'if there is one, lock that account and end its sessions.',
  },
  {
    suffix: 'AdminAfterHours',
    run: 'security',
    severity: 'warning',
    category: 'security',
    summary: 'Admin login outside working hours',
    description: '{{ $value }} admin logins outside working hours within 10 minutes.',
    runbook:
      'Ask the admin named in the line under Login Activity. If it was somebody else, lock the account, end its ' +
      'sessions, and read under User Activity what was done with it.',
  },
  {
    suffix: 'BulkDelete',
    run: 'security',
    severity: 'warning',
    category: 'security',
    summary: 'Many deletions',
    description: '{{ $value }} deletions within 10 minutes.',
    runbook:
      'See under User Activity who deleted what. If it was not meant, lock the account and restore from the backup ' +
      'before the first deletion.',
  },
  {
    suffix: 'UserManagement',
    run: 'security',
    severity: 'warning',
    category: 'security',
    summary: 'Users or permissions changed',
    description: '{{ $value }} changes of users or permissions within 10 minutes.',
    runbook:
      'See under User Activity who changed whom, and have it confirmed by the contact of the client. Undo what ' +
      'nobody asked for.',
  },
  {
    suffix: 'ErrorSpike',
    run: 'activity',
    severity: 'warning',
    summary: 'Many errors',
    description: '{{ $value }} errors within 10 minutes.',
    runbook:
      'Read Error Events. Compare the time of the first error with the last deployment, and look whether ' +
      'app_database_up is 1.',
  },
  {
    suffix: 'NoActivity',
    run: 'activity',
    severity: 'warning',
    summary: 'No activity',
    description: 'No line of the activity log for 1 hour.',
    runbook:
      'Look for the heartbeat, the lines of job "shipper". If it is there, the application is idle or no longer ' +
      'writes its log. If it is missing, check cron on the host of the client and run ship-logs.php by hand.',
  },
  {
    suffix: 'SecurityLogSilent',
    run: 'security',
    severity: 'warning',
    dependsOnSite: true,
    summary: 'Security events are not shipped',
    description: 'No run of "ship-logs.php security" has reached the log store lately: no attack would be noticed.',
    runbook:
      'Look at the cron lines on the host of the client, then run ". KIT/client.env; php KIT/ship-logs.php security" ' +
      'by hand and read what it says. If somebody took the line out, find out who.',
  },
]
