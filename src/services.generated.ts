// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
import type { Service } from './core/service-type.ts'
import type { AuthSaasEmulator } from './services/auth-saas/commands/emulator.ts'
import type { AuthSaasSeed } from './services/auth-saas/seed.generated.ts'
import type { ChatEmulator } from './services/chat/commands/emulator.ts'
import type { ChatSeed } from './services/chat/seed.generated.ts'
import type { CloudEmulator } from './services/cloud/commands/emulator.ts'
import type { CloudSeed } from './services/cloud/seed.generated.ts'
import type { CodehostEmulator } from './services/codehost/commands/emulator.ts'
import type { CodehostSeed } from './services/codehost/seed.generated.ts'
import type { DeployhostEmulator } from './services/deployhost/commands/emulator.ts'
import type { DeployhostSeed } from './services/deployhost/seed.generated.ts'
import type { DocdbEmulator } from './services/docdb/commands/emulator.ts'
import type { DocdbSeed } from './services/docdb/seed.generated.ts'
import type { MailEmulator } from './services/mail/commands/emulator.ts'
import type { MailSeed } from './services/mail/seed.generated.ts'
import type { OidcAEmulator } from './services/oidc-a/commands/emulator.ts'
import type { OidcASeed } from './services/oidc-a/seed.generated.ts'
import type { OidcBEmulator } from './services/oidc-b/commands/emulator.ts'
import type { OidcBSeed } from './services/oidc-b/seed.generated.ts'
import type { OidcCEmulator } from './services/oidc-c/commands/emulator.ts'
import type { OidcCSeed } from './services/oidc-c/seed.generated.ts'
import type { OidcDEmulator } from './services/oidc-d/commands/emulator.ts'
import type { OidcDSeed } from './services/oidc-d/seed.generated.ts'
import type { PaymentsEmulator } from './services/payments/commands/emulator.ts'
import type { PaymentsSeed } from './services/payments/seed.generated.ts'

export type { AuthSaasEmulator, AuthSaasSeed, ChatEmulator, ChatSeed, CloudEmulator, CloudSeed, CodehostEmulator, CodehostSeed, DeployhostEmulator, DeployhostSeed, DocdbEmulator, DocdbSeed, MailEmulator, MailSeed, OidcAEmulator, OidcASeed, OidcBEmulator, OidcBSeed, OidcCEmulator, OidcCSeed, OidcDEmulator, OidcDSeed, PaymentsEmulator, PaymentsSeed }

/** The emulators of the built-in services, by id. */
export interface Emulators {
  'auth-saas': AuthSaasEmulator
  chat: ChatEmulator
  cloud: CloudEmulator
  codehost: CodehostEmulator
  deployhost: DeployhostEmulator
  docdb: DocdbEmulator
  mail: MailEmulator
  'oidc-a': OidcAEmulator
  'oidc-b': OidcBEmulator
  'oidc-c': OidcCEmulator
  'oidc-d': OidcDEmulator
  payments: PaymentsEmulator
}

/** The id of a built-in service. */
export type ServiceId = keyof Emulators

/** A section may be the state of a running instance in place of all else, as “copy as seed” of the inspector has it. */
export interface CopiedSection {
  state?: object
}

/** A seed: the tokens, and a section for each service. */
export interface Seed {
  /** The Bearer values that clients send, each with its user and scopes. */
  tokens?: Record<string, { login: string; scopes: string[] }>
  /** The services to serve over TLS: all of them, or those named. */
  https?: boolean | string[]
  /** Clerk API */
  'auth-saas'?: AuthSaasSeed & CopiedSection
  /** Slack Web API */
  chat?: ChatSeed & CopiedSection
  /** AWS S3, SQS, IAM and STS */
  cloud?: CloudSeed & CopiedSection
  /** GitHub REST API */
  codehost?: CodehostSeed & CopiedSection
  /** Vercel REST API */
  deployhost?: DeployhostSeed & CopiedSection
  /** MongoDB Atlas */
  docdb?: DocdbSeed & CopiedSection
  /** Resend API */
  mail?: MailSeed & CopiedSection
  /** Google identity platform */
  'oidc-a'?: OidcASeed & CopiedSection
  /** Sign in with Apple REST API */
  'oidc-b'?: OidcBSeed & CopiedSection
  /** Microsoft identity platform */
  'oidc-c'?: OidcCSeed & CopiedSection
  /** Okta API */
  'oidc-d'?: OidcDSeed & CopiedSection
  /** Stripe API */
  payments?: PaymentsSeed & CopiedSection
}

/** The definition of a built-in service. */
export type BuiltInService<Id extends ServiceId> = Service<Id, NonNullable<Seed[Id]>, Emulators[Id]>
