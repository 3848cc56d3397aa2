import { generateKeyPairSync } from 'node:crypto'
import { createEmulator, type Emulator, type EmulatorOptions } from '#emulator.ts'
import { serviceTest } from '#testkit/service-test.ts'

/** The web application that the seed of these tests registers. */
export const WEB = { id: 'web-app', secret: 'web-app-secret', callback: 'http://localhost:3000/callback' }

/** A single-page application of that seed, without a secret. */
export const SPA = { id: 'single-page', callback: 'http://localhost:3000/spa' }

/** A single-page application whose tokens are bound to its keys. */
export const BOUND = { id: 'bound-page', callback: 'http://localhost:3000/bound' }

/** Another web application of that seed. */
export const PARTNER = { id: 'partner', secret: 'partner-secret', callback: 'http://localhost:3001/callback' }

/** The service app, with a new key for each run. */
export const WORKER = { id: 'worker-app', ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }

type Section = NonNullable<NonNullable<Exclude<EmulatorOptions<'oidc-d'>['seed'], string>>['oidc-d']>

/** Returns the common seed of these tests. */
const section = (callbacks: readonly string[]): Section => ({
  users: [
    {
      login: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      password: 'Analytical1843',
      profile: { department: 'Mathematics', primaryPhone: '+44 1', city: 'London', nickName: 'Countess' },
    },
    { login: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper', password: 'Compiler1952' },
    { login: 'eve@example.com', firstName: 'Eve', lastName: 'Gone', status: 'SUSPENDED' },
  ],
  groups: [
    { name: 'Engineering', members: ['ada@example.com'] },
    { name: 'Eng Leads', members: ['ada@example.com'] },
  ],
  apps: [
    {
      name: 'Web App',
      client_id: WEB.id,
      client_secret: WEB.secret,
      redirect_uris: [WEB.callback, ...callbacks],
      post_logout_redirect_uris: ['http://localhost:3000/bye'],
      response_types: ['code', 'id_token', 'token'],
      grant_types: [
        'authorization_code',
        'implicit',
        'refresh_token',
        'password',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
    },
    {
      name: 'Single Page',
      client_id: SPA.id,
      type: 'browser',
      redirect_uris: [SPA.callback, ...callbacks],
      post_logout_redirect_uris: ['http://localhost:3000/bye'],
    },
    {
      name: 'Bound Page',
      client_id: BOUND.id,
      type: 'browser',
      redirect_uris: [BOUND.callback, ...callbacks],
      dpop_bound_access_tokens: true,
    },
    {
      name: 'Partner',
      client_id: PARTNER.id,
      client_secret: PARTNER.secret,
      redirect_uris: [PARTNER.callback, ...callbacks],
      consent_method: 'REQUIRED',
      users: ['ada@example.com'],
    },
    {
      name: 'Worker',
      client_id: WORKER.id,
      type: 'service',
      token_endpoint_auth_method: 'private_key_jwt',
      public_keys: [{ ...WORKER.publicKey.export({ format: 'jwk' }), kid: 'worker-1' }],
    },
  ],
  authorization_servers: [
    {
      name: 'default',
      scopes: ['read:items', { name: 'write:items', consent: 'REQUIRED' }, 'groups'],
      claims: [
        { name: 'department', value: 'user.department' },
        { name: 'shout', value: 'String.toUpperCase(user.firstName) + "!"', scopes: ['read:items'] },
        { name: 'engineer', value: 'isMemberOfGroupName("Engineering") ? "yes" : "no"' },
        { name: 'groups', value: 'Eng', value_type: 'GROUPS', group_filter_type: 'STARTS_WITH', scopes: ['groups'] },
        { name: 'groups', value: '.*', value_type: 'GROUPS', claim_type: 'IDENTITY', scopes: ['groups'] },
        { name: 'nick', value: 'user.nickName', claim_type: 'IDENTITY', always_include_in_token: false },
      ],
    },
    { name: 'orders', audiences: ['https://orders.example'], scopes: ['read:orders'] },
  ],
})

/** Starts oidc-d with users, applications and two custom authorization servers. */
export function startSignIn(callbacks: readonly string[] = []): Promise<Emulator<'oidc-d'>> {
  return createEmulator({ service: 'oidc-d', port: 0, seed: { 'oidc-d': section(callbacks) } })
}

/** Returns Vitest's `test` with that instance. */
export const signInTest = (callbacks: readonly string[] = []) =>
  serviceTest('oidc-d', { seed: { 'oidc-d': section(callbacks) } })
