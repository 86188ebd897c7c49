import { createServer, type Server } from 'node:http'
import cors from 'cors'
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import { ormOptions } from '../../mikro-orm.config.ts'
import { compileRoutes } from '../../rest-compat/compile.ts'
import { restRouter } from '../../rest-compat/mount.ts'
import { openApiDocument } from '../../rest-compat/openapi.ts'
import { routes } from '../../rest-compat/routes/index.ts'
import { startConsumers } from '../background/consumers.ts'
import { smtpMailer } from '../background/mailer.ts'
import { Queue } from '../background/queue.ts'
import { ServiceError } from '../common/errors.ts'
import { LoopWatch } from '../common/loop-watch.ts'
import { Metrics } from '../common/metrics.ts'
import type { Services } from '../common/services.ts'
import { Threads } from '../common/threads.ts'
import type { Database } from '../data/database.ts'
import { demandWritable } from '../data/folder-lock.ts'
import { type OpenDatabase, openDatabase, type Store } from '../data/open-database.ts'
import { ReadReplica } from '../data/read-replica.ts'
import { SharedRedis } from '../data/redis.ts'
import { docsRouter } from '../edge/docs/router.ts'
import { graphqlHandlers, readJson } from '../edge/graphql/graphql.ts'
import { allowOnly, readDocuments } from '../edge/graphql/persisted-documents.ts'
import {
  admissionOf,
  admit,
  announce,
  demandOneHost,
  forwardedAddresses,
  keepNothing,
  limitProbes,
  requestIds,
} from '../edge/http/admission.ts'
import { AnswerBudget } from '../edge/http/answers.ts'
import { basePathOf, withoutBasePath } from '../edge/http/base-path.ts'
import { deliveryHooksRouter } from '../edge/http/delivery-hooks.ts'
import { disclosureOf } from '../edge/http/disclosure.ts'
import { drainable } from '../edge/http/drain.ts'
import { errorHandler } from '../edge/http/errors.ts'
import { healthRouter } from '../edge/http/health.ts'
import { hooksRouter } from '../edge/http/hooks.ts'
import { invitationsRouter } from '../edge/http/invitations.ts'
import { RateLimits } from '../edge/http/limits.ts'
import { observe } from '../edge/http/observe.ts'
import { securityHeaders } from '../edge/http/security-headers.ts'
import { sequence } from '../edge/http/sequence.ts'
import { signOffsRouter } from '../edge/http/sign-offs.ts'
import { answerUnreadable } from '../edge/http/unreadable.ts'
import { auditTilesRouter } from '../edge/pages/audit-tiles.ts'
import { trackingRouter } from '../edge/pages/tracking.ts'
import { unsubscribeRouter } from '../edge/pages/unsubscribe.ts'
import { pageRouters } from '../edge/pages.ts'
import { graphqlStreams } from '../edge/sse/graphql-sse.ts'
import { eventTypesOf } from '../engine/declare/event-types.ts'
import { Gateway } from '../engine/gateway.ts'
import { EventFeed } from '../events/feed.ts'
import { Streams } from '../events/streams.ts'
import { type WakeUps, wakeUpsByRedis, wakeUpsByServer } from '../events/wake-ups.ts'
import { KeyUses } from '../features/api-keys/api-key.uses.ts'
import { acceptKeys } from '../features/api-keys/api-key.verifier.ts'
import { type Channel, fileChannel, witnessChannel } from '../features/audit/checkpoint.channels.ts'
import { PublishedTiles } from '../features/audit/published-tiles.ts'
import { openAuditSigner, signingKeysOf } from '../features/audit/signer.ts'
import { timeStampChannel } from '../features/audit/time-stamp.ts'
import { WitnessPolicy } from '../features/audit/witness-policy.ts'
import { Templates } from '../features/delivery/messages/message.templates.ts'
import { startReportListener } from '../features/delivery/reports/report.listener.ts'
import { ReportMailbox } from '../features/delivery/reports/report.mailbox.ts'
import { ReturnPaths } from '../features/delivery/reports/report.return-paths.ts'
import { Sns } from '../features/delivery/reports/report.sns.ts'
import { Tracking } from '../features/delivery/responses/tracking.ts'
import { SenderChecks } from '../features/delivery/senders/sender.checks.ts'
import { Dns } from '../features/delivery/senders/sender.dns.ts'
import { CampaignSender } from '../features/delivery/sending/sending.turn.ts'
import { Integrations } from '../features/organization/integrations.ts'
import { probesOf } from '../features/organization/probes.ts'
import { SecurityPolicies } from '../features/organization/security.policies.ts'
import { expectHeartbeats } from '../features/realtime/alert-intake.ts'
import { Memberships } from '../features/team/memberships.ts'
import { schemaVersion } from '../graphql/published.ts'
import { MCP_PATH, type McpSettings, mcpRouter } from '../mcp/router.ts'
import { AuditWriter } from '../security/audit/group-commit.ts'
import { type Issuer, openIssuer } from '../security/auth/issuer.ts'
import { createVerifier, type Verifier } from '../security/auth/verifier.ts'
import { subjectEvents } from '../security/personal-data.ts'
import { openSecretBox } from '../security/secrets.ts'
import type { Config } from './config.ts'
import { consumers, furtherEvents, work } from './features.ts'
import { release } from './release.ts'
import { sharedSchema } from './schema.ts'
import { signInOf } from './sign-in.ts'
import { startTelemetry } from './telemetry.ts'

/** A gateway that is ready to listen. */
export interface App {
  server: Server
  gateway: Gateway
  database: Database
  events: EventFeed
  metrics: Metrics
  /** Services of operations in addition to the database. */
  services: Partial<Services>
  /** The development issuer, if no identity provider is configured. */
  issuer: Issuer | undefined
  /** The port of the mail server for reports about messages; undefined if it is off. */
  reportPort: number | undefined
  /** Refuses new work, waits for running work, and closes everything. */
  close(): Promise<void>
}

/** The store in the configuration. */
export const storeOf = (config: Config): Store =>
  config.DATABASE_URL
    ? { databaseUrl: config.DATABASE_URL, ownerUrl: config.DATABASE_OWNER_URL, poolSize: config.DATABASE_POOL_SIZE }
    : { dataDir: config.DATA_DIR }

/**
 * How long an idle connection stays open, in milliseconds. It is longer than the idle timeout of a proxy before the
 * gateway (nginx one minute, Caddy two). Otherwise the proxy could send a request on a connection that is being closed.
 */
const IDLE_CONNECTION_MS = 150_000

/** Builds the whole gateway. Tests pass `open` to use their own database. */
export async function createApp(
  config: Config,
  log: Logger,
  open: () => Promise<OpenDatabase> = () => openDatabase(storeOf(config), ormOptions, { log }),
): Promise<App> {
  const isSubgraph = config.FEDERATION
  const schema = await sharedSchema({ isSubgraph })
  // The additions of federation are not part of the published schema.
  const version = schemaVersion(await sharedSchema())
  const { PERSISTED_DOCUMENTS: list } = config
  const documents = list ? [allowOnly(readDocuments(list, schema))] : []
  const metrics = new Metrics()
  metrics.release(release())
  const stopTelemetry = await startTelemetry(config.OTEL_EXPORTER_OTLP_ENDPOINT, release())
  // The folder holds the embedded database and the keys of the development issuer.
  if (!config.AUTH_ISSUER || !config.DATABASE_URL) await demandWritable(config.DATA_DIR)
  const issuer = config.AUTH_ISSUER
    ? undefined
    : await openIssuer({ dataDir: config.DATA_DIR, issuer: issuerUrl(config) })
  const secrets = await openSecretBox(config.SECRETS_KEY, config.DATA_DIR)
  const connection = await open()
  const { counts } = connection.pool
  if (counts) metrics.poolConnections(counts)
  const redis = config.REDIS_URL ? await SharedRedis.open(config.REDIS_URL, log, metrics) : undefined
  const audit = new AuditWriter(connection.database, metrics)
  const events = new EventFeed(connection.database, { log, metrics }, wakeUpsOf(connection, redis))
  await events.start()
  const { database } = connection
  const streams = new Streams({ feed: events, database, metrics, log, secrets, mostPerUser: config.STREAMS_PER_USER })
  const webhookTargets = { allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE }
  const threads = new Threads()
  const watch = new LoopWatch(metrics, log)
  const mail = await mailOf(config)
  const delivery = deliveryOf(config)
  const campaignSender = new CampaignSender(delivery, secrets)
  const memberships = new Memberships(database, events, secrets)
  const services = {
    memberships,
    eventTypes: eventTypesOf(schema, [...furtherEvents, ...subjectEvents(database.orm.getMetadata())]),
    threads,
    ...mail,
    integrations: integrationsOf(config, redis, log),
    secrets,
    auditSigner: await openAuditSigner(auditKeysOf(config), config.DATA_DIR, config.PUBLIC_URL),
    ...publishingOf(config),
    ...(config.AUDIT_CHECKPOINT_MAIL && { checkpointMail: config.AUDIT_CHECKPOINT_MAIL }),
    webhookTargets,
    work,
    declaredHolidays: config.PUBLIC_HOLIDAYS,
    delivery,
    campaignSender,
    senderChecks: new SenderChecks(database),
    templates: new Templates(database, threads),
  }
  const replica = replicaOf(config, log)
  const audiences = audiencesOf(config)
  const keys = acceptKeys(verifierOf(config, issuer, log), { database, events, audiences })
  const gateway = new Gateway({
    schema,
    database: connection.database,
    replica,
    audit,
    metrics,
    log,
    defaultRole: config.AUTH_DEFAULT_ROLE,
    policies: new SecurityPolicies(database, events),
    memberships,
    keys,
    keyUses: new KeyUses({ database: connection.database, services, log }),
    services,
    streams,
  })
  const rows = compileRoutes(gateway, routes)
  const app = express()
  const server = createServer({ keepAliveTimeout: IDLE_CONNECTION_MS }, app)
  answerUnreadable(server)
  const drain = drainable(server)
  const disclosure = disclosureOf(config)
  const graphql = await graphqlHandlers(gateway, disclosure)
  mountEdge(app, config, observe(metrics, log, watch))
  const limits = new RateLimits(config, redis)
  const probes = limitProbes(limits, metrics)
  const budget = new AnswerBudget()
  metrics.answerBytes(() => budget.held)
  const deadlineSeconds = config.REQUEST_DEADLINE_SECONDS
  const admission = admit({ verify: keys.verify, limits, metrics, budget, deadlineSeconds })
  const admitted = [announce(version), keepNothing, admission]
  const pages = pageRouters(issuer, signInOf(config), { ...config, audience: audiences[0] })
  const rest = restRouter(gateway, rows, admissionOf, threads)
  const streamed = graphqlStreams(gateway, streams, disclosure)
  const answerGraphQL = sequence(...admitted, ...readJson, ...documents, streamed, ...graphql.handlers)
  // First, because nearly all requests are of this kind, and each router before would look at them.
  app.post('/graphql', answerGraphQL)
  app.use(express.Router({ caseSensitive: true }).use('/api', sequence(...admitted), rest))
  app.use(pages.explorerRouter)
  app.use('/graphql', answerGraphQL)
  app.use(healthRouter(config, connection, metrics, probes))
  app.use(hooksRouter(config, database, probes))
  const sns = new Sns(config.SNS_ENDPOINT_URL)
  app.use(deliveryHooksRouter({ database, services, metrics, secrets, sns, log, strangers: probes }))
  app.use(unsubscribeRouter({ database, services, metrics }, probes))
  app.use(trackingRouter(new Tracking(database, secrets, services.templates), probes))
  const tiles = { database, secrets, deadlineSeconds }
  const readers = limitProbes(limits, metrics, 'audit tiles')
  app.use(auditTilesRouter(new PublishedTiles({ ...tiles, witnessPolicy: services.witnessPolicy }), readers))
  app.use(pages.router)
  if (config.PUBLIC_DOCS) app.use(docsRouter(() => openApiDocument(rows), baseOf(config)))
  app.use(invitationsRouter(database, [keepNothing, admission]))
  app.use(signOffsRouter({ database, services }, [keepNothing, admission]))
  app.use(mcpRouter(gateway, mcpSettingsOf(config, version), [keepNothing, admission]))
  app.use(() => {
    throw new ServiceError('ROUTE_NOT_FOUND', 'Route not found')
  })
  app.use(errorHandler(log))
  if (config.ALERTMANAGER_TOKEN && config.ALERTMANAGER_ORGANIZATION)
    await expectHeartbeats(database, config.ALERTMANAGER_ORGANIZATION)
  const queue = new Queue(work, { database, log, metrics, services })
  const returnPaths = new ReturnPaths(database, secrets)
  const { REPORT_SMTP_PORT: port, REPORT_IMAP_URL: imapUrl, HOST: host } = config
  const intake = { database, services, log, metrics, returnPaths }
  const reports = port === undefined ? undefined : await startReportListener(intake, { port, host })
  const mailbox = imapUrl === undefined ? undefined : new ReportMailbox(intake, imapUrl)
  mailbox?.start()
  const stopConsumers = startConsumers(consumers, { database, events, log, metrics })
  const close = async () => {
    // A silent database would delay running work, so its connections are closed when a fifth of the grace period is
    // left.
    const { pool } = connection
    const interrupting = setTimeout(() => pool.interrupt(), config.SHUTDOWN_GRACE_SECONDS * 800).unref()
    const isQueueClosed = queue.close()
    // New connections are refused first. Then the streams end, because they would keep their connections open.
    const isDrained = drain()
    streams.close()
    await isDrained
    await Promise.all([stopConsumers(), isQueueClosed, reports?.close(), mailbox?.close()])
    await campaignSender.close()
    await graphql.stop()
    await events.close()
    await audit.drain()
    await threads.close()
    watch.close()
    clearTimeout(interrupting)
    await replica?.close()
    await connection.close()
    redis?.close()
    await stopTelemetry()
  }
  return {
    server,
    gateway,
    database: connection.database,
    events,
    metrics,
    services,
    issuer,
    reportPort: reports?.port,
    close,
  }
}

/** The channels of audit checkpoints, except webhooks and mail, and the policy of the witnesses among them. */
function publishingOf(config: Config): Partial<Services> {
  const { AUDIT_CHECKPOINT_DIR, AUDIT_TSA_URL } = config
  const witnessPolicy = witnessPolicyOf(config)
  const checkpointChannels: Channel[] = [
    ...(AUDIT_CHECKPOINT_DIR ? [fileChannel(AUDIT_CHECKPOINT_DIR)] : []),
    ...(AUDIT_TSA_URL ? [timeStampChannel(AUDIT_TSA_URL)] : []),
    ...(witnessPolicy?.witnesses.map((witness) => witnessChannel(witness)) ?? []),
  ]
  return { checkpointChannels, ...(witnessPolicy && { witnessPolicy }) }
}

const witnessPolicyOf = ({ AUDIT_WITNESS_POLICY, AUDIT_WITNESS_URL, AUDIT_WITNESS_KEY }: Config) =>
  AUDIT_WITNESS_URL && AUDIT_WITNESS_KEY
    ? WitnessPolicy.ofOne(AUDIT_WITNESS_URL, AUDIT_WITNESS_KEY)
    : AUDIT_WITNESS_POLICY

const replicaOf = ({ DATABASE_READ_URL, DATABASE_POOL_SIZE }: Config, log: Logger): ReadReplica | undefined =>
  DATABASE_READ_URL ? new ReadReplica(DATABASE_READ_URL, DATABASE_POOL_SIZE, ormOptions, log) : undefined

/** An embedded database has one process, so it needs no notifications from others. */
function wakeUpsOf({ database, listen }: OpenDatabase, redis: SharedRedis | undefined): WakeUps | undefined {
  if (redis) return wakeUpsByRedis(redis)
  return listen && wakeUpsByServer(database, listen)
}

const auditKeysOf = ({ AUDIT_SIGNING_KEY, SECRETS_KEY }: Config): Buffer[] =>
  AUDIT_SIGNING_KEY.length > 0 ? AUDIT_SIGNING_KEY : signingKeysOf(SECRETS_KEY)

/** The mailer, and the public address that mails contain. */
async function mailOf({ SMTP_URL, SMTP_FROM, PUBLIC_URL }: Config): Promise<Partial<Services>> {
  return {
    ...(SMTP_URL && { mailer: await smtpMailer(SMTP_URL, SMTP_FROM) }),
    ...(PUBLIC_URL && { publicUrl: PUBLIC_URL.replace(/\/$/, '') }),
  }
}

/** The settings of MCP, which accepts tokens of the same issuer at the address of the gateway. */
const mcpSettingsOf = (config: Config, version: string): McpSettings => ({
  base: baseOf(config),
  issuer: config.AUTH_ISSUER ?? issuerUrl(config),
  audiences: config.AUTH_AUDIENCE,
  scopes: config.AUTH_SCOPES.split(' '),
  origins: config.CORS_ORIGINS,
  version,
})

/** The services that a token of an OAuth client must name. Without a setting, this gateway by its address. */
function audiencesOf(config: Config): readonly [string, ...string[]] {
  const [first = baseOf(config), ...others] = config.AUTH_AUDIENCE
  return config.AUTH_AUDIENCE.length > 0 ? [first, ...others] : [first, first + MCP_PATH]
}

/** The configuration of e-mail campaigns. */
const deliveryOf = (config: Config) => ({
  dns: new Dns(config.DNS_SERVERS),
  smtpUrl: config.SMTP_URL,
  baseUrl: baseOf(config),
  allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE || config.NODE_ENV !== 'production',
})

/** The public address of the gateway, if known. */
const baseOf = ({ PUBLIC_URL, PORT }: Config) => PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${PORT}`

const issuerUrl = ({ PORT }: Config) => `http://localhost:${PORT}`

function verifierOf(config: Config, issuer: Issuer | undefined, log: Logger): Verifier {
  const common = {
    audience: config.AUTH_AUDIENCE,
    authorizedParties: config.AUTH_AUTHORIZED_PARTIES,
    profile: config.AUTH_PROFILE,
    cacheSize: 10_000,
    onFailure: (error: unknown) => log.error({ err: error }, 'the keys of the identity provider could not be fetched'),
  }
  if (issuer) return createVerifier({ ...common, issuer: issuer.issuer, keys: async () => issuer.jwks() })
  return createVerifier({ ...common, issuer: config.AUTH_ISSUER ?? '', jwksUrl: jwksUrlOf(config) ?? '' })
}

function jwksUrlOf({ AUTH_ISSUER, AUTH_JWKS_URL }: Config): string | undefined {
  return AUTH_ISSUER && (AUTH_JWKS_URL ?? `${AUTH_ISSUER.replace(/\/$/, '')}/.well-known/jwks.json`)
}

function integrationsOf(config: Config, redis: SharedRedis | undefined, log: Logger): Integrations {
  const { SMTP_URL: smtpUrl, ALERTMANAGER_URL: alertmanagerUrl, ALERTMANAGER_TOKEN } = config
  const acceptsAlerts = ALERTMANAGER_TOKEN !== undefined
  return new Integrations(probesOf({ jwksUrl: jwksUrlOf(config), redis, smtpUrl, alertmanagerUrl, acceptsAlerts }), log)
}

function mountEdge(app: Express, config: Config, observed: RequestHandler): void {
  app.disable('x-powered-by')
  app.set('trust proxy', config.TRUSTED_PROXIES)
  app.set('etag', false)
  app.set('query parser', 'simple')
  const addressed = withoutBasePath(basePathOf(config.PUBLIC_URL))
  app.use(sequence(addressed, requestIds, observed, demandOneHost, forwardedAddresses, securityHeaders()))
  if (config.CORS_ORIGINS.length > 0) {
    app.use(cors({ origin: config.CORS_ORIGINS, maxAge: 3600, exposedHeaders: EXPOSED_HEADERS }))
  }
}

const EXPOSED_HEADERS = [
  'ETag',
  'Idempotency-Replay',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Schema-Version',
]
