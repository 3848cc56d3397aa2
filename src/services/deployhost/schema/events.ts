import type { Team, User } from './accounts.ts'
import type { Blob, BlobStore } from './blobs.ts'
import type { Check } from './checks.ts'
import type { Deployment, IntegrationConfiguration } from './deployments.ts'
import type { DrainedLine, Drain, HttpDelivery } from './drains.ts'
import type { Domain, EnvVariable, Project, ProjectDomain } from './projects.ts'
import type { RollingRelease } from './rolling-releases.ts'

/** The events that webhooks can subscribe to. https://vercel.com/docs/webhooks/webhooks-api#supported-event-types */
export const WEBHOOK_EVENTS = [
  'budget.reached',
  'domain.created',
  'domain.dns.records.changed',
  'domain.transfer-in.started',
  'domain.transfer-in.completed',
  'domain.transfer-in.failed',
  'domain.certificate.add',
  'domain.certificate.add.failed',
  'domain.certificate.renew',
  'domain.certificate.renew.failed',
  'domain.certificate.deleted',
  'domain.renewal',
  'domain.renewal.failed',
  'domain.auto-renew.changed',
  'deployment.created',
  'deployment.build-requested',
  'deployment.cleanup',
  'deployment.error',
  'deployment.blocked',
  'deployment.canceled',
  'deployment.succeeded',
  'deployment.ready',
  'deployment.check-rerequested',
  'deployment.promoted',
  'deployment.rollback',
  'deployment.integration.action.start',
  'deployment.integration.action.cancel',
  'deployment.integration.action.cleanup',
  'deployment.checkrun.start',
  'deployment.checkrun.cancel',
  'edge-config.created',
  'edge-config.deleted',
  'edge-config.items.updated',
  'firewall.attack',
  'firewall.system-rule-anomaly',
  'firewall.custom-rule-anomaly',
  'function.archival-required',
  'function.removal-required',
  'alerts.triggered',
  'integration-configuration.permission-upgraded',
  'integration-configuration.removed',
  'integration-configuration.scope-change-confirmed',
  'integration-configuration.transferred',
  'integration-resource.project-connected',
  'integration-resource.project-disconnected',
  'project.created',
  'project.removed',
  'project.renamed',
  'project.env-variable.created',
  'project.env-variable.updated',
  'project.env-variable.deleted',
  'project.domain.created',
  'project.domain.updated',
  'project.domain.deleted',
  'project.domain.verified',
  'project.domain.unverified',
  'project.domain.moved',
  'project.rolling-release.started',
  'project.rolling-release.aborted',
  'project.rolling-release.completed',
  'project.rolling-release.approved',
  'deployment.checks.failed',
  'deployment.checks.succeeded',
  'deployment-checks-completed',
  'deployment-ready',
  'deployment-prepared',
  'deployment-error',
  'deployment-check-rerequested',
  'deployment-canceled',
  'project-created',
  'project-removed',
  'domain-created',
  'deployment',
  'integration-configuration-permission-updated',
  'integration-configuration-removed',
  'integration-configuration-scope-change-confirmed',
  'marketplace.member.changed',
  'marketplace.invoice.created',
  'marketplace.invoice.paid',
  'marketplace.invoice.notpaid',
  'marketplace.invoice.overdue',
  'marketplace.invoice.refunded',
  'ai-gateway.balance-depleted',
  'ai-gateway.auto-reload.limit-reached',
  'observability.anomaly',
  'observability.anomaly-error',
  'observability.usage-anomaly',
  'observability.error-anomaly',
  'botid.anomaly',
  'flag.created',
  'flag.updated',
  'flag.deleted',
  'flag.segment.created',
  'flag.segment.updated',
  'flag.segment.deleted',
  'test-webhook',
  'message.created',
  'message.updated',
  'message.deleted',
  'thread.resolved',
  'thread.unresolved',
  'message.reaction-added',
  'message.reaction-removed',
  'message.mentioned',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'comment.resolved',
  'comment.unresolved',
  'comment.reaction-added',
  'comment.reaction-removed',
  'comment.mentioned',
] as const

/** The name of an event. */
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The events that tell of one deployment. */
export type DeploymentEvent =
  | 'deployment.created'
  | 'deployment.succeeded'
  | 'deployment.ready'
  | 'deployment.error'
  | 'deployment.canceled'
  | 'deployment.promoted'
  | 'deployment.cleanup'
  | 'deployment.checks.failed'
  | 'deployment.checks.succeeded'

/** The events that tell of a rolling release. */
type RollingReleaseEvent = `project.rolling-release.${'started' | 'approved' | 'completed' | 'aborted'}`

/** The names of all that deployhost delivers. */
export type EmittedEvent = WebhookEvent | BlobUploadCompleted['event'] | LogsDrained['event'] | DrainTested['event']

/** An event that deployhost emits: the vendor's name of an event, and the rows that it is about. */
export type DeployhostEvent = AccountEvent | BlobUploadCompleted | LogsDrained | DrainTested

/** A build has logged lines that a drain is for. */
export interface LogsDrained {
  readonly event: 'drain.log'
  readonly drain: Drain
  readonly project: Project
  readonly deployment: Deployment
  readonly lines: readonly DrainedLine[]
}

/** A user wants to see that an endpoint gets what a drain would send. */
export interface DrainTested {
  readonly event: 'drain.test'
  readonly delivery: HttpDelivery
}

/** An upload of a blob has ended, for the server whose token allowed the upload. */
export interface BlobUploadCompleted {
  readonly event: 'blob.upload-completed'
  readonly store: BlobStore
  readonly blob: Blob
  readonly callbackUrl: string
  /** The text that the server wants to be told; null for none. */
  readonly tokenPayload: string | null
  /** The secret that signs the delivery: the store's token, or its key. */
  readonly signature: 'token' | 'key'
}

/** An event that the webhooks of an account may subscribe to. */
export type AccountEvent = {
  /** The team or user account that it happened in. */
  readonly account: { readonly id: string; readonly team: Team | null }
  /** The user who caused it. */
  readonly user: User
} & (
  | {
      readonly event: DeploymentEvent
      readonly project: Project
      readonly deployment: Deployment
      /** The hosts that a new deployment will get. */
      readonly hosts?: readonly string[]
    }
  | {
      readonly event: 'deployment.check-rerequested'
      readonly project: Project
      readonly deployment: Deployment
      readonly check: Check
    }
  | {
      readonly event: 'deployment.rollback'
      readonly project: Project
      readonly fromDeploymentId: string | null
      readonly toDeploymentId: string
    }
  | { readonly event: 'project.created' | 'project.removed'; readonly project: Project }
  | { readonly event: 'project.renamed'; readonly project: Project; readonly previousName: string }
  | {
      readonly event: 'project.domain.created' | 'project.domain.deleted' | 'project.domain.verified'
      readonly project: Project
      readonly domain: ProjectDomain
    }
  | {
      readonly event: 'project.domain.updated'
      readonly project: Project
      readonly domain: ProjectDomain
      readonly previous: ProjectDomain
    }
  | {
      readonly event: 'project.domain.moved'
      readonly project: Project
      readonly domain: ProjectDomain
      /** The project that had the domain. */
      readonly from: Project
    }
  | { readonly event: RollingReleaseEvent; readonly project: Project; readonly release: RollingRelease }
  | { readonly event: 'domain.created'; readonly domain: Domain }
  | {
      readonly event: 'project.env-variable.created' | 'project.env-variable.updated' | 'project.env-variable.deleted'
      readonly project: Project
      readonly variable: EnvVariable
    }
  | { readonly event: 'integration-configuration.removed'; readonly configuration: IntegrationConfiguration }
)
