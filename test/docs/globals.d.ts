// The names that code blocks of the documentation use without declaring them, beside the instances, which are Jest's globals. A
// name that is missing here fails the test.
import type { Page } from '@playwright/test'
import type { Emulator } from '../../src/index.ts'

declare global {
  // The runner.
  const page: Page
  const expect: typeof import('vitest').expect
  const test: import('vitest').TestAPI<{ [Name in 'cloud']: Emulator<Name> }>

  // Clients that a block continues to use, from an earlier block or from the reader's own code.
  const sts: import('@aws-sdk/client-sts').STSClient
  const AssumeRoleCommand: typeof import('@aws-sdk/client-sts').AssumeRoleCommand
  const vercel: import('@vercel/sdk').Vercel
  const nodemailer: typeof import('nodemailer10')
  const Google: typeof import('@auth/core/providers/google').default
  const Apple: typeof import('@auth/core/providers/apple').default
  const MicrosoftEntraID: typeof import('@auth/core/providers/microsoft-entra-id').default
  const Okta: typeof import('@auth/core/providers/okta').default
  const OAuth2Client: typeof import('google-auth-library').OAuth2Client
  const SignJWT: typeof import('jose').SignJWT
  const importPKCS8: typeof import('jose').importPKCS8

  const GoogleStrategy: new (options: object, verify: () => void) => object
  const Strategy: new (options: object, verify: () => void) => object
  const appleSignin: typeof import('apple-signin-auth')
  const google: import('arctic').Google
  const apple: import('arctic').Apple
  const entra: import('arctic').MicrosoftEntraId
  const authProvider: import('@microsoft/microsoft-graph-client').AuthProvider

  // Values of the reader's own application.
  const app: import('hono').Hono
  const rooms: Map<string, string>
  function fill(section: { rooms?: string[] }): void
  const seed: import('../../src/index.ts').Seed
  const tenantId: string
  const scopes: string[]
  const token: string
  const accessToken: string
  const idToken: string
  const issuer: string
  const clientID: string
  const callbackURL: string
  const callback: string
  function verify(): void
  function suspendEverybodyBut(login: string, client: import('@okta/okta-sdk-nodejs').Client): Promise<void>
  const RoleArn: string
  const bytes: Uint8Array
  const clientId: string
  const clientSecret: string
  const redirectUri: string
  const redirect_uri: string
  const state: string
  const nonce: string
  const code_challenge: string
  const verifier: string
  const url: string
  const id: string
  const keyId: string
  const teamId: string
  const privateKey: string
  function uploadAvatar(client: import('@aws-sdk/client-s3').S3Client, user: string, bytes: Uint8Array): Promise<void>
  const worker: { failsOnce(): Promise<void> }
}
