import { buttonOf } from './button.ts'
import { dismissed, displayed, skipped, type Moment } from './moments.ts'
import { callBack, complain, textOf, type Options } from './options.ts'
import { addressOf, openWindow, randomDigits } from './window.ts'

const SELECT = '/gsi/select'

type Listener = (moment: Moment) => void

let config: Options | undefined
let card: { readonly element: HTMLElement; readonly listener: Listener | undefined } | undefined

/** https://developers.google.com/identity/gsi/web/reference/js-reference#google.accounts.id.initialize */
export function initialize(options: Options): void {
  config = options
}

/** https://developers.google.com/identity/gsi/web/reference/js-reference#google.accounts.id.renderButton */
export function renderButton(parent: HTMLElement, options: Options = {}): void {
  if (config === undefined) return complain('Failed to render button before calling initialize().')
  const button = buttonOf(options, () => {
    callBack(options, 'click_listener')
    signIn('btn', textOf(options, 'state'))
  })
  parent.replaceChildren(button)
}

/** https://developers.google.com/identity/gsi/web/reference/js-reference#google.accounts.id.prompt */
export function prompt(listener?: Listener): void {
  if (config === undefined) return complain('Failed to open prompt before calling initialize().')
  if (card !== undefined) return
  if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', () => prompt(listener))
  const element = document.createElement('div')
  element.id = 'credential_picker_container'
  element.setAttribute('role', 'dialog')
  element.setAttribute('aria-label', 'Sign in with Google')
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = 'Close'
  close.addEventListener('click', () => leave(skipped('user_cancel')))
  element.append(
    buttonOf({ text: 'continue_with' }, () => signIn('user')),
    close,
  )
  card = { element, listener }
  place(element)
  listener?.(displayed())
}

/** https://developers.google.com/identity/gsi/web/reference/js-reference#google.accounts.id.cancel */
export function cancel(): void {
  leave(dismissed('cancel_called'))
}

/**
 * Does nothing: nobody is signed in without a click here.
 * https://developers.google.com/identity/gsi/web/reference/js-reference#google.accounts.id.disableAutoSelect
 */
export function disableAutoSelect(): void {}

/** https://developers.google.com/identity/gsi/web/reference/js-reference#google.accounts.id.storeCredential */
export function storeCredential(_credential: Options, stored?: () => void): void {
  stored?.()
}

function place(element: HTMLElement): void {
  const parent = document.getElementById(textOf(config ?? {}, 'prompt_parent_id') ?? '')
  const style = parent === null ? { position: 'fixed', top: '20px', right: '20px', zIndex: '9999' } : {}
  Object.assign(element.style, { ...style, padding: '16px', background: '#fff', border: '1px solid #747775' })
  ;(parent ?? document.body).append(element)
}

function leave(moment: Moment): void {
  const left = card
  card = undefined
  left?.element.remove()
  left?.listener?.(moment)
}

/** Lets a person choose an account: in a window, or on a page that takes the place of this one. */
function signIn(select_by: 'btn' | 'user', state?: string): void {
  const options = config ?? {}
  const parameters = {
    client_id: textOf(options, 'client_id'),
    response_type: 'credential',
    scope: 'openid email profile',
    nonce: textOf(options, 'nonce'),
    login_hint: textOf(options, 'login_hint'),
    hd: textOf(options, 'hd') ?? textOf(options, 'hosted_domain'),
    select_by,
    state,
  }
  if (options['ux_mode'] === 'redirect' || options['callback'] === undefined) return leaveFor(options, parameters)
  openWindow(SELECT, parameters, {
    answered({ error, ...answer }) {
      if (error !== undefined) return
      leave(dismissed('credential_returned'))
      callBack(options, 'callback', answer)
    },
    closed() {},
    blocked: () => complain('Failed to open popup window. Maybe blocked by the browser?'),
  })
}

/** Leaves the page; the emulator posts the credential to `login_uri`, with the value of the cookie `g_csrf_token`. */
function leaveFor(options: Options, parameters: Readonly<Record<string, string | undefined>>): void {
  const token = randomDigits()
  const domain = textOf(options, 'state_cookie_domain')
  document.cookie = `g_csrf_token=${token};path=/${domain === undefined ? '' : `;domain=${domain}`}`
  const redirect_uri = textOf(options, 'login_uri') ?? location.href.replace(/#.*/, '')
  const more = { redirect_uri, response_mode: 'form_post', g_csrf_token: token }
  location.assign(addressOf(SELECT, { ...parameters, ...more }))
}
