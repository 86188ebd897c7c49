import type { Env } from './env.ts'
import type { ClientRecord } from './record.ts'

const GATEWAY = 'http://gateway:4000/hooks/alertmanager'

const mail = (to: string, template: string) => ({
  to,
  send_resolved: true,
  headers: { Subject: '{{ template "email.subject" . }}' },
  html: `{{ template "${template}" . }}`,
})

/** Whom a client's mails go to beside us: nobody where we are his contact. */
export const contactOf = (env: Env, { contact }: ClientRecord): string[] =>
  contact === env.ALERT_EMAIL_TO ? [] : [contact]

/** A mail to us and, about a client, one of his own: its links must lead to what he may see. */
const email = (env: Env, contacts: string[] = []) =>
  env.SMTP_ENABLED === 'true'
    ? {
        email_configs: [
          mail(env.ALERT_EMAIL_TO, 'email.html'),
          ...contacts.map((contact) => mail(contact, 'email.client.html')),
        ],
      }
    : {}

/** One webhook per channel: an app webhook ignores `channel`, a legacy one needs it. */
const slack = (channel: 'critical' | 'alerts') => ({
  slack_configs: [
    {
      api_url_file: `/run/secrets/slack_${channel}_url`,
      channel: `#${channel}`,
      send_resolved: true,
      username: '{{ template "slack.username" . }}',
      icon_emoji: '{{ template "slack.icon" . }}',
      color: '{{ template "slack.color" . }}',
      title: '{{ template "slack.title" . }}',
      title_link: '{{ template "links.dashboard" (index .Alerts 0) }}',
      text: '{{ template "slack.text" . }}',
    },
  ],
})

const telegram = {
  telegram_configs: [
    {
      bot_token_file: '/run/secrets/telegram_bot_token',
      chat_id_file: '/run/secrets/telegram_chat_id',
      parse_mode: 'HTML',
      send_resolved: true,
      message: '{{ template "telegram.message" . }}',
    },
  ],
}

const teams = {
  msteamsv2_configs: [
    {
      webhook_url_file: '/run/secrets/teams_url',
      send_resolved: true,
      title: '{{ template "teams.title" . }}',
      text: '{{ template "teams.text" . }}',
    },
  ],
}

const gateway = (sendResolved: boolean) => ({
  webhook_configs: [
    {
      url: GATEWAY,
      send_resolved: sendResolved,
      http_config: { authorization: { type: 'Bearer', credentials_file: '/run/secrets/alertmanager_token' } },
    },
  ],
})

/** To the gateway, and to a service outside, which hears of it when this whole host is gone. */
const heartbeat = (env: Env) => {
  const { webhook_configs } = gateway(false)
  const outside = { url_file: '/run/secrets/heartbeat_url', send_resolved: false }
  return { webhook_configs: env.HEARTBEAT_URL ? [...webhook_configs, outside] : webhook_configs }
}

/** What the names of clients' receivers begin with, and of no others. */
export const CLIENT_RECEIVER = 'client-'

/** A client's receivers: for what is usual, and for what is critical. */
export const receiverNames = ({ id }: Pick<ClientRecord, 'id'>): [usual: string, critical: string] => [
  `${CLIENT_RECEIVER}${id}`,
  `${CLIENT_RECEIVER}${id}-critical`,
]

/** Who can be notified, and how: the stack's receivers, and two for each client. */
export const receivers = (env: Env, clients: ClientRecord[]) => [
  { name: 'default', ...email(env), ...slack('alerts') },
  { name: 'gateway', ...gateway(true) },
  // A heartbeat that resolves is no heartbeat: silence is the message.
  { name: 'heartbeat', ...heartbeat(env) },
  { name: 'critical', ...email(env), ...slack('critical'), ...telegram, ...teams },
  { name: 'security', ...email(env), ...slack('critical'), ...telegram, ...teams },
  { name: 'warning', ...email(env), ...slack('alerts') },
  { name: 'info', ...slack('alerts') },
  ...clients.flatMap((client) => {
    const [usual, critical] = receiverNames(client)
    const mails = email(env, contactOf(env, client))
    return [
      { name: usual, ...mails, ...slack('alerts') },
      { name: critical, ...mails, ...slack('critical'), ...telegram },
    ]
  }),
]
