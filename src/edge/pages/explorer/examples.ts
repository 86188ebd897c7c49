/**
 * Example documents by feature. The editor opens with the first one. They need no variables, and run unchanged in the
 * demo organization.
 */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Clients: {
    'Clients with their campaigns': `# Sign in above, then press the button, or
# Ctrl-Enter. Or send a token of your own
# with the Headers below:
# { "Authorization": "Bearer ..." }

query Overview {
  clients(first: 5) {
    totalCount
    nodes {
      name
      sector
      status
      campaigns(first: 3) {
        nodes {
          name
          status
          contentCount
        }
      }
    }
  }
}`,
    'Create a client': `mutation CreateClient {
  createClient(
    input: {
      name: "Overberg Bus Lines"
      type: "MEDIUM_BUSINESS"
      industry: "Transport"
      sector: BUSINESS
      contact: { name: "L. Jacobs", email: "office@overberg.example.org" }
    }
  ) {
    id
    status
    compliance {
      popiaCompliant
      dataClassification
    }
  }
}`,
    'Follow changes': `subscription ClientChanges {
  clientChanged {
    event
    data {
      type
      client {
        name
        status
      }
    }
  }
}`,
  },
  Campaigns: {
    'Active and paused, by name': `query RunningCampaigns {
  campaigns(first: 10, filter: { status: [ACTIVE, PAUSED] }, orderBy: { field: NAME }) {
    totalCount
    nodes {
      name
      clientName
      budgetCents
      spentCents
      endsAt
    }
  }
}`,
    'Create a campaign': `mutation CreateCampaign {
  createCampaign(input: { name: "Water wise", type: SMS, budgetCents: 2500000 }) {
    id
    status
    clientName
  }
}`,
    'Follow changes': `subscription CampaignChanges {
  campaignChanged {
    event
    data {
      type
      campaign {
        name
        status
      }
    }
  }
}`,
  },
  Content: {
    'Waiting for review': `query InReview {
  contents(first: 10, filter: { status: [IN_REVIEW] }) {
    nodes {
      title
      language
      version
      campaign {
        name
      }
    }
  }
}`,
    'Create a template': `mutation CreateTemplate {
  createContent(
    input: {
      title: "Reminder"
      type: SMS
      body: "Dear {{name}}, your appointment is on {{day}}."
      isTemplate: true
      variables: ["name", "day"]
    }
  ) {
    id
    variables
  }
}`,
    'Follow changes': `subscription ContentChanges {
  contentChanged {
    event
    data {
      type
      resourceId
    }
  }
}`,
  },
  Team: {
    'Who I am, and what I may do': `query Caller {
  caller {
    userName
    organizationId
    role
    permissions
  }
}`,
    'Members and what they do': `query Team {
  teamAnalytics {
    members
    activity {
      name
      role
      actions
      openCampaigns
    }
  }
}`,
    'Try an invitation': `mutation Invite {
  sendDemoInvitation(input: { email: "new@example.org", role: member }) {
    status
    expiresAt
    acceptUrl
  }
}`,
  },
  Analytics: {
    'Figures of the dashboard': `query Dashboard {
  analyticsDashboard {
    campaigns
    last30Days {
      impressions
      clicks
      ctr
      spendCents
    }
    change {
      clicks
    }
  }
}`,
    'Forecast of clicks': `query Forecast {
  analyticsPredictions(measure: CLICKS, horizon: 7) {
    method
    points {
      from
      value
      lower
      upper
    }
  }
}`,
    'Follow the figures': `subscription Figures {
  dashboard {
    event
    data {
      last30Days {
        impressions
        clicks
      }
    }
  }
}`,
  },
  'Compliance and audit': {
    'How we stand': `query Compliance {
  complianceStatus {
    level
    openAlerts
  }
}`,
    'Latest records': `query Audit {
  auditRecords(first: 10) {
    nodes {
      sequence
      action
      userId
      timestamp
    }
  }
}`,
    'Verify the trail': `query Verify {
  verifyAudit {
    valid
    checked
  }
}`,
    'Follow the trail': `subscription AuditTrail {
  auditRecorded {
    data {
      sequence
      action
      userId
    }
  }
}`,
  },
  'Data protection': {
    'Requests by their deadline': `query Requests {
  dataSubjectRequests(first: 10) {
    nodes {
      type
      status
      dueAt
      daysLeft
      overdue
    }
  }
}`,
    'Record a consent': `mutation Consent {
  recordConsent(
    input: {
      subject: { name: "Zanele Mokoena", email: "zanele@example.org" }
      purpose: "MARKETING"
      channel: EMAIL
      wording: "Yes, send me news by e-mail."
    }
  ) {
    id
    status
    grantedAt
  }
}`,
    'Follow breaches': `subscription Breaches {
  breaches {
    event
    data {
      kind
      title
      severity
    }
  }
}`,
  },
  Administration: {
    'Webhooks and API keys': `query Access {
  webhooks(first: 10) {
    nodes {
      url
      status
      events
    }
  }
  apiKeys(first: 10) {
    nodes {
      name
      role
      expiresAt
    }
  }
}`,
    'Use in this month': `query Billing {
  billing {
    periodStart
    usage {
      measure
      used
    }
  }
}`,
  },
}
