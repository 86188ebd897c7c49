/** The names of the log alerts, which the client's own goes before. */
export type LogAlert =
  | 'FailedLoginSpike'
  | 'BruteForceDetected'
  | 'AdminAfterHours'
  | 'BulkDelete'
  | 'UserManagement'
  | 'ErrorSpike'
  | 'NoActivity'

/** What a log alert says to people; summary and description may use the value of its expression. */
interface Description {
  suffix: LogAlert
  severity: 'critical' | 'warning'
  category?: 'security'
  summary: string
  description: string
  runbook: string
}

/** Every log alert that a client gets. The dashboard panels named here are the client's own. */
export const LOG_ALERTS: readonly Description[] = [
  {
    suffix: 'FailedLoginSpike',
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
    severity: 'warning',
    summary: 'Many errors',
    description: '{{ $value }} errors within 10 minutes.',
    runbook:
      'Read Error Events. Compare the time of the first error with the last deployment, and look whether ' +
      'app_database_up is 1.',
  },
  {
    suffix: 'NoActivity',
    severity: 'warning',
    summary: 'No activity',
    description: 'No line of the activity log for 1 hour.',
    runbook:
      'Look for the heartbeat, the lines of job "shipper". If it is there, the application is idle or no longer ' +
      'writes its log. If it is missing, check cron on the host of the client and run ship-logs.php by hand.',
  },
]
