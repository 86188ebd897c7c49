import 'i18next'

/** The English texts by namespace. A test checks that the other languages have the same keys. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'page'
    resources: {
      page: typeof import('./en/page.json')
      enums: typeof import('./en/enums.json')
      faults: typeof import('./en/faults.json')
      notifications: typeof import('./en/notifications.json')
      'sign-in': typeof import('./en/sign-in.json')
      administration: typeof import('./en/administration.json')
      campaigns: typeof import('./en/campaigns.json')
      delivery: typeof import('./en/delivery.json')
      content: typeof import('./en/content.json')
      clients: typeof import('./en/clients.json')
      'sign-offs': typeof import('./en/sign-offs.json')
      audit: typeof import('./en/audit.json')
      approvals: typeof import('./en/approvals.json')
      analytics: typeof import('./en/analytics.json')
      privacy: typeof import('./en/privacy.json')
      trash: typeof import('./en/trash.json')
      overview: typeof import('./en/overview.json')
    }
  }
}
