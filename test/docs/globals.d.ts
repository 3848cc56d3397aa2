// The names that code blocks of the documentation use without declaring them, beside the instances, which are Jest's
// globals. A name that is missing here fails the test.
import type { Seed, Emulator, State } from '../../src/index.ts'
import type { default as AppleProvider } from '@auth/core/providers/apple'
import type { default as GoogleProvider } from '@auth/core/providers/google'
import type { default as MicrosoftEntraIdProvider } from '@auth/core/providers/microsoft-entra-id'
import type { default as OktaProvider } from '@auth/core/providers/okta'
import type { S3Client } from '@aws-sdk/client-s3'
import type { CreateVirtualMFADeviceCommand as IamCreateVirtualMFADeviceCommand, IAMClient } from '@aws-sdk/client-iam'
import type { STSClient, AssumeRoleCommand as StsAssumeRoleCommand } from '@aws-sdk/client-sts'
import type { AuthProvider } from '@microsoft/microsoft-graph-client'
import type { Client as OktaClient } from '@okta/okta-sdk-nodejs'
import type { Page } from '@playwright/test'
import type { Vercel } from '@vercel/sdk'
import type * as appleSigninModule from 'apple-signin-auth'
import type { Google as ArcticGoogle, Apple as ArcticApple, MicrosoftEntraId as ArcticEntraId } from 'arctic'
import type { OAuth2Client as GoogleClient } from 'google-auth-library'
import type { Hono } from 'hono'
import type { SignJWT as JoseSignJWT, importPKCS8 as joseImportPKCS8 } from 'jose'
import type * as nodemailerModule from 'nodemailer10'
import type { Stripe } from 'stripe'
import type { expect as vitestExpect, TestAPI } from 'vitest'

declare global {
  // The runner.
  const page: Page
  const expect: typeof vitestExpect

  // The reader's own code in docs/recipes.md, and a receiver of webhooks.
  const send: (method: string, url: string, body?: object, token?: string) => Promise<Response>
  const receiver: { readonly url: string }
  const test: TestAPI<{ [Name in 'cloud']: Emulator<Name> }>

  // Clients that a block continues to use, from an earlier block or from the reader's own code.
  const sts: STSClient
  const iam: IAMClient
  const CreateVirtualMFADeviceCommand: typeof IamCreateVirtualMFADeviceCommand
  const TOTP: new (options: { secret: string }) => { generate(options: { timestamp: number }): string }
  const core: { getIDToken(audience: string): Promise<string> }
  const AssumeRoleCommand: typeof StsAssumeRoleCommand
  const vercel: Vercel
  const stripe: Stripe
  const nodemailer: typeof nodemailerModule
  const Google: typeof GoogleProvider
  const Apple: typeof AppleProvider
  const MicrosoftEntraID: typeof MicrosoftEntraIdProvider
  const Okta: typeof OktaProvider
  const OAuth2Client: typeof GoogleClient
  const SignJWT: typeof JoseSignJWT
  const importPKCS8: typeof joseImportPKCS8

  const GoogleStrategy: new (options: object, verify: () => void) => object
  const Strategy: new (options: object, verify: () => void) => object
  const appleSignin: typeof appleSigninModule
  const google: ArcticGoogle
  const apple: ArcticApple
  const entra: ArcticEntraId
  const authProvider: AuthProvider

  // Stores of the reader's own application.
  const redis: { get(key: string): Promise<string | null>; set(key: string, value: string): Promise<unknown> }
  function sql(text: TemplateStringsArray, ...values: unknown[]): Promise<{ data: State; version: string }[]>

  // Values of the reader's own application.
  const app: Hono
  const rooms: Map<string, string>
  function fill(section: { rooms?: string[] }): void
  const seed: Seed
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
  function suspendEverybodyBut(login: string, client: OktaClient): Promise<void>
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
  function uploadAvatar(client: S3Client, user: string, bytes: Uint8Array): Promise<void>
  const worker: { failsOnce(): Promise<void> }
  const queue: { push(job: object): void }
  const job: { readonly tenant: string }
  function work(job: object): Promise<void>
}
