import { html, type Html } from '#pages/html.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { deletePasskey, findPasskey, passkeysOf } from '#auth-saas/rules/passkeys/passkeys.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import type { Browser } from '#auth-saas/rules/sessions/browsers.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { hiddenFields } from './account.ts'

/** The script of the buttons for passkeys: it calls the frontend API, which the page's form names the browser to. */
export const PASSKEY_SCRIPT = `
const button = document.querySelector('[data-passkey]')
const send = async (path, fields) => {
  const query = new URLSearchParams({ __clerk_api_version: '2025-11-10', __clerk_db_jwt: button.form.elements.__clerk_db_jwt.value })
  const answer = await fetch('v1' + path + '?' + query, { method: 'POST', body: new URLSearchParams(fields) })
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.errors[0].long_message)
  return body.response
}
const ask = async () => {
  const isNew = button.dataset.passkey === 'create'
  const started = await send(isNew ? '/me/passkeys' : '/client/sign_ins', isNew ? {} : { strategy: 'passkey' })
  const options = JSON.parse((isNew ? started.verification : started.first_factor_verification).nonce)
  const credential = isNew
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  const path = isNew ? '/me/passkeys/' + started.id + '/attempt_verification' : '/client/sign_ins/' + started.id + '/attempt_first_factor'
  await send(path, { strategy: 'passkey', public_key_credential: JSON.stringify(credential) })
  location.reload()
}
button?.addEventListener('click', async (event) => {
  event.preventDefault()
  try { await ask() } catch (error) {
    const line = document.querySelector('[data-passkey-problem]')
    line.textContent = error.message
    line.hidden = false
  }
})
`

/**
 * Returns the form with the button that makes a passkey, or signs in with one; null for an instance without passkeys.
 */
export function passkeyForm(
  call: AuthCall,
  browser: Browser,
  kind: 'create' | 'get',
  destination: string | null,
): Html | null {
  if (!settingsOf(call.rows).passkeys) return null
  return html`<form method="post" action="?">
    ${hiddenFields(browser, destination)}
    <p class="reason" role="alert" data-passkey-problem hidden></p>
    <div class="actions">
      <button class="quiet" data-passkey="${kind}">
        ${kind === 'create' ? 'Add a passkey' : 'Sign in with a passkey'}
      </button>
    </div>
  </form>`
}

/** Returns the passkeys of a user, each with a form that renames or deletes it. */
export function passkeyList(call: AuthCall, browser: Browser, user: User, destination: string | null): Html {
  return html`<ul class="list">
    ${passkeysOf(call, user.id).map(
      ({ id, name }) =>
        html`<li>
          <form method="post" action="?">
            ${hiddenFields(browser, destination, { passkey: id })}
            <input name="passkey_name" value="${name}" aria-label="Name of passkey" />
            <button class="quiet" name="step" value="rename-passkey">Rename</button>
            <button class="quiet" name="step" value="delete-passkey">Delete</button>
          </form>
        </li>`,
    )}
  </ul>`
}

/** Renames or deletes the passkey that a form of {@link passkeyList} names. */
export function changePasskey(call: AuthCall, user: User, form: URLSearchParams): void {
  const { id, name } = findPasskey(call, user.id, form.get('passkey') ?? '')
  if (form.get('step') === 'delete-passkey') return deletePasskey(call, id)
  const given = (form.get('passkey_name') ?? '').trim().slice(0, 256)
  call.rows.passkeys.update(id, { name: given === '' ? name : given, ...updatedNow(call) })
}
