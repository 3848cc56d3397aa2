import * as v from 'valibot'
import { json, redirect, type Answer } from '#core/answer.ts'
import { form } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { parseJson } from '#core/text/parse-json.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { appJson } from '#codehost/json/apps/integration.ts'
import { appManifestPage } from '#codehost/pages/app-manifest.ts'
import {
  AppManifest,
  handedOutKey,
  redeemAppCode,
  registerApp,
  registrants,
  slugOf,
  type AppManifestInput,
} from '#codehost/rules/apps/manifests.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { loadOrganization } from '#codehost/steps/access.ts'

const { post } = routesFor<CodehostCall>()

const RegistrationInput = v.object({
  manifest: v.string(),
  name: v.optional(v.string()),
  user: v.optional(v.string()),
})
type CallWithForm = CodehostCall & { readonly body: v.InferOutput<typeof RegistrationInput> }

const requireForm = form(RegistrationInput)

/**
 * The registration of an app from a manifest: the page that takes it, and the exchange of its code.
 * https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
 */
export const appManifestsRoutes = [
  post('apps/register-from-manifest', '/settings/apps/new', requireForm, (call) => register(call, null)),
  post('apps/register-from-manifest', '/organizations/:org/settings/apps/new', loadOrganization, requireForm, (call) =>
    register(call, call.org),
  ),
  post('apps/create-from-manifest', '/app-manifests/:code/conversions', (call) => {
    const app = redeemAppCode(call, call.params.code)
    if (app === null) throw notFound()
    const { clientSecret, webhookSecret } = app
    const secrets = { client_secret: clientSecret, webhook_secret: webhookSecret, pem: handedOutKey(app) }
    return json({ ...appJson(call, app, { own: false }), ...secrets }, 201)
  }),
]

/** Shows the page, or registers the app for the user who was chosen there. */
function register(call: CallWithForm, org: Account | null): Answer {
  const { rows, body, query } = call
  const manifest = manifestIn(body.manifest)
  const name = body.name ?? manifest.name
  const people = registrants(rows, org)
  const user = people.find(({ login }) => login === body.user)
  const reason = user === undefined ? null : reasonAgainst(call, name)
  if (user === undefined || reason !== null) {
    return appManifestPage({
      manifest: body.manifest,
      name,
      reason,
      permissions: manifest.default_permissions,
      events: manifest.default_events,
      destination: manifest.redirect_url,
      query: query.toString(),
      people,
    })
  }
  const target = new URL(manifest.redirect_url)
  target.searchParams.set('code', registerApp(call, org ?? user, { ...manifest, name }))
  const state = query.get('state')
  if (state !== null) target.searchParams.set('state', state)
  return redirect(target.href)
}

/** Returns why no app can have a name; null when one can. */
function reasonAgainst({ rows }: CodehostCall, name: string): string | null {
  const slug = slugOf(name)
  if (slug === '') return 'Name is too short, or has no letters and digits.'
  return rows.apps.find('slug', slug) === undefined ? null : 'Name is already taken.'
}

/** Returns the value of a text in JSON; undefined for another text. */
function valueOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** @throws 422 for a text that is no manifest. */
function manifestIn(text: string): AppManifestInput {
  const parsed = v.safeParse(AppManifest, valueOf(text))
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw unprocessable(`Error in the manifest: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
}
