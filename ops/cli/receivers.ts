import { channelsOf, type Env } from './env.ts'
import type { ClientRecord } from './record.ts'

const GATEWAY = 'http://gateway:4000/hooks/alertmanager'

const mail = (to: string, template: string) => ({
  to,
  send_resolved: true,
  headers: { Subject: '{{ template "email.subject" . }}' },
  html: `{{ template "${template}" . }}`,
})

/** The additional recipients of a client's e-mails: none if the operators are the client's contact. */
export const contactOf = (env: Env, { contact }: ClientRecord): string[] =>
  contact === env.ALERT_EMAIL_TO ? [] : [contact]

/**
 * An e-mail to the operators and, for an alert of a client, a separate one to the client, because its links must open
 * pages that the client may see.
 */
const email = (env: Env, contacts: string[] = []) =>
  channelsOf(env).email
    ? {
        email_configs: [
          mail(env.ALERT_EMAIL_TO, 'email.html'),
          ...contacts.map((contact) => mail(contact, 'email.client.html')),
        ],
      }
    : {}

/** Adds a channel to a receiver if the channel is on. An empty address would fail at every message. */
const where = <T extends object>(isOn: boolean, integration: T): T | Record<never, never> => (isOn ? integration : {})

/** A webhook for each channel: the webhook of a Slack app ignores `channel`, a legacy webhook needs it. */
const slackTo = (channel: 'critical' | 'alerts') => ({
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

const telegramChat = {
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

const teamsChannel = {
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

/** To the gateway, and to an external service, which notices when this whole host is down. */
const heartbeat = (env: Env) => {
  const { webhook_configs } = gateway(false)
  const outside = { url_file: '/run/secrets/heartbeat_url', send_resolved: false }
  return { webhook_configs: env.HEARTBEAT_URL ? [...webhook_configs, outside] : webhook_configs }
}

/** The prefix of the names of clients' receivers. No other receiver has it. */
export const CLIENT_RECEIVER = 'client:'

/**
 * A client's receivers: one for usual and one for critical alerts. No id contains a colon, so the names are unique.
 * With hyphens, `acme-critical` would be the usual receiver of one client and the critical receiver of `acme`.
 */
export const receiverNames = ({ id }: Pick<ClientRecord, 'id'>): [usual: string, critical: string] => [
  `${CLIENT_RECEIVER}${id}`,
  `${CLIENT_RECEIVER}${id}:critical`,
]

/** The receivers of the stack, and two for each client, with the channels that are on. */
export const receivers = (env: Env, clients: ClientRecord[]) => {
  const on = channelsOf(env)
  const slack = (channel: 'critical' | 'alerts') => where(on.slack, slackTo(channel))
  const telegram = where(on.telegram, telegramChat)
  const teams = where(on.teams, teamsChannel)
  return [
    { name: 'default', ...email(env), ...slack('alerts') },
    { name: 'gateway', ...gateway(true) },
    // No resolved message is sent for the heartbeat: its absence is the alarm.
    { name: 'heartbeat', ...heartbeat(env) },
    { name: 'critical', ...email(env), ...slack('critical'), ...telegram, ...teams },
    { name: 'security', ...email(env), ...slack('critical'), ...telegram, ...teams },
    { name: 'warning', ...email(env), ...slack('alerts') },
    // Only the team chat. Without a team chat, e-mail.
    { name: 'info', ...(on.slack ? slack('alerts') : email(env)) },
    ...clients.flatMap((client) => {
      const [usual, critical] = receiverNames(client)
      const mails = email(env, contactOf(env, client))
      return [
        { name: usual, ...mails, ...slack('alerts') },
        { name: critical, ...mails, ...slack('critical'), ...telegram },
      ]
    }),
  ]
}
