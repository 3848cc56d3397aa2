import type { AnyService } from './core/service.ts'

export type { ServiceId } from './services.generated.ts'

/** The facts about a service that are known before it is loaded. */
export interface Registration {
  readonly id: string
  /** The default port. */
  readonly port: number
  /** The vendor whose API the service imitates. */
  readonly vendor: string
  /** Loads the definition of the service. */
  readonly load: () => Promise<AnyService>
}

/** The services, in the order of their ports. */
export const registry: readonly Registration[] = [
  {
    id: 'deployhost',
    port: 4000,
    vendor: 'Vercel',
    load: async () => (await import('#deployhost/index.ts')).deployhost,
  },
  {
    id: 'codehost',
    port: 4001,
    vendor: 'GitHub',
    load: async () => (await import('#codehost/index.ts')).codehost,
  },
  {
    id: 'oidc-a',
    port: 4002,
    vendor: 'Google',
    load: async () => (await import('#oidc-a/index.ts')).oidcA,
  },
  {
    id: 'chat',
    port: 4003,
    vendor: 'Slack',
    load: async () => (await import('#chat/index.ts')).chat,
  },
  {
    id: 'oidc-b',
    port: 4004,
    vendor: 'Apple',
    load: async () => (await import('#oidc-b/index.ts')).oidcB,
  },
  {
    id: 'oidc-c',
    port: 4005,
    vendor: 'Microsoft Entra ID',
    load: async () => (await import('#oidc-c/index.ts')).oidcC,
  },
  {
    id: 'cloud',
    port: 4006,
    vendor: 'AWS',
    load: async () => (await import('#cloud/index.ts')).cloud,
  },
  {
    id: 'docdb',
    port: 4007,
    vendor: 'MongoDB Atlas',
    load: async () => (await import('#docdb/index.ts')).docdb,
  },
  {
    id: 'oidc-d',
    port: 4008,
    vendor: 'Okta',
    load: async () => (await import('#oidc-d/index.ts')).oidcD,
  },
  {
    id: 'mail',
    port: 4009,
    vendor: 'Resend',
    load: async () => (await import('#mail/index.ts')).mail,
  },
  {
    id: 'payments',
    port: 4010,
    vendor: 'Stripe',
    load: async () => (await import('#payments/index.ts')).payments,
  },
  {
    id: 'auth-saas',
    port: 4011,
    vendor: 'Clerk',
    load: async () => (await import('#auth-saas/index.ts')).authSaas,
  },
]

/** Returns the id of the service that imitates a vendor, given the vendor's name in any case: `github`, `AWS`. */
export function idOfVendor(name: string): string | undefined {
  const lowerName = name.toLowerCase()
  return registry.find(({ vendor }) => [vendor, ...vendor.split(' ')].some((each) => each.toLowerCase() === lowerName))
    ?.id
}
