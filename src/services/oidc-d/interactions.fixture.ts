import { expect } from 'vitest'
import { oidcSite, type OidcSite } from './oidc-d.fixture.ts'

/** The challenge of RFC 7636 appendix B, and its verifier. */
const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/** The document of an interaction, as tests read it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests check its members
type Document = any

/** The answer to a step of an interaction. */
export interface Stepped {
  readonly status: number
  readonly headers: Headers
  readonly document: Document
  /** The names of the forms. */
  readonly forms: readonly string[]
  /** The keys of all messages, of the document and of its fields. */
  readonly keys: readonly string[]
}

/** The app of the seed that embeds the sign-in. */
export const EMBEDDED = { id: 'embedded', callback: 'http://localhost:3000/login/callback' }

/** An oidc-d with an app that embeds the sign-in, and functions that take an interaction from step to step. */
export interface InteractionSite extends OidcSite {
  /** Asks for an interaction handle. */
  interact(changes?: Record<string, string>, server?: string): Promise<{ status: number; body: Document }>
  /** Begins an interaction, and returns its first step. */
  begin(changes?: Record<string, string>, headers?: Record<string, string>): Promise<Stepped>
  /** Posts to a path below `/idp/idx` with the state handle of a step. */
  post(from: Stepped, path: string, members?: object): Promise<Stepped>
  /** Chooses an authenticator of a form by its label. */
  choose(from: Stepped, label: string, members?: object, path?: string): Promise<Stepped>
  /** Posts an answer to a challenge. */
  answer(from: Stepped, credentials: object): Promise<Stepped>
  /** Exchanges the interaction code of the last step for tokens. */
  redeem(from: Stepped, changes?: Record<string, string>): Promise<{ status: number; body: Document }>
}

type Section = NonNullable<Parameters<typeof oidcSite>[0]>

/** Returns an oidc-d for the tests of interactions of the calling file. */
export function interactionSite(more: Section = {}): InteractionSite {
  const app = {
    name: 'Embedded',
    client_id: EMBEDDED.id,
    type: 'browser' as const,
    redirect_uris: [EMBEDDED.callback],
    grant_types: ['authorization_code', 'interaction_code', 'refresh_token'] as const,
  }
  const site = oidcSite({ apps: [{ ...app, grant_types: [...app.grant_types] }, ...OTHERS], ...more })

  async function send(path: string, form: Record<string, string>) {
    const response = await site.emulator.fetch(`http://host${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    const body: Document = await response.json()
    return { status: response.status, body }
  }
  const interact = (changes: Record<string, string> = {}, server = '/default') =>
    send(`/oauth2${server}/v1/interact`, {
      client_id: EMBEDDED.id,
      scope: 'openid profile',
      redirect_uri: EMBEDDED.callback,
      state: 's',
      ...CHALLENGE,
      ...changes,
    })
  async function step(path: string, members: object, headers: Record<string, string> = {}): Promise<Stepped> {
    const response = await site.emulator.fetch(`http://host/idp/idx${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(members),
    })
    const document: Document = await response.json()
    const text = JSON.stringify(document)
    const forms = (document.remediation?.value ?? []).map(({ name }: { name: string }) => name)
    const keys = [...text.matchAll(/"i18n":\{"key":"([^"]+)"/g)].map(([, key]) => key ?? '')
    return { status: response.status, headers: response.headers, document, forms, keys }
  }
  const post = (from: Stepped, path: string, members: object = {}) =>
    step(path, { stateHandle: from.document.stateHandle, ...members })

  return {
    it: site.it,
    get emulator() {
      return site.emulator
    },
    okta: site.okta,
    send: site.send,
    interact,
    async begin(changes, headers) {
      const { body } = await interact(changes)
      return step('/introspect', { interactionHandle: body.interaction_handle }, headers)
    },
    post,
    async choose(from, label, members = {}, path = '/challenge') {
      const options = from.document.remediation.value
        .flatMap(({ value }: Document) => value)
        .flatMap(({ options: all = [] }: Document) => all)
      const option = options.find((each: Document) => each.label === label)
      expect(option, `${label} is no option`).toBeDefined()
      const id = option.value.form.value.find(({ name }: Document) => name === 'id').value
      return post(from, path, { authenticator: { id, ...members } })
    },
    answer: (from, credentials) => post(from, '/challenge/answer', { credentials }),
    redeem(from, changes = {}) {
      const { value } = from.document.successWithInteractionCode
      const code = value.find(({ name }: Document) => name === 'interaction_code').value
      const form = { grant_type: 'interaction_code', interaction_code: code, client_id: EMBEDDED.id }
      return send('/oauth2/default/v1/token', { ...form, code_verifier: VERIFIER, ...changes })
    },
  }
}

const OTHERS: NonNullable<Section['apps']> = [
  {
    name: 'Web App',
    client_id: 'web-app',
    client_secret: 'web-app-secret',
    redirect_uris: [EMBEDDED.callback],
  },
]
