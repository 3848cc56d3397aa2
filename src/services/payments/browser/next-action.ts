import type { ApiObject } from './api.ts'
import { nextFrameName } from './element.ts'

/** A window that shows the bank's page in a frame above the page. */
interface Dialog {
  readonly element: HTMLElement
  readonly frame: HTMLIFrameElement
}

/** Returns the address of the bank's page for the frame; undefined when the action is another. */
export function challengeUrl(intent: ApiObject): string | undefined {
  const action = nextActionOf(intent)
  return action?.type === 'use_stripe_sdk' ? action.use_stripe_sdk?.stripe_js : undefined
}

/** Returns the address that the browser goes to; undefined when the action is another. */
export function redirectUrl(intent: ApiObject): string | undefined {
  const action = nextActionOf(intent)
  switch (action?.type) {
    case 'redirect_to_url':
    case 'alipay_handle_redirect':
      return action[action.type]?.url
    case 'cashapp_handle_redirect_or_display_qr_code':
    case 'upi_handle_redirect_or_display_qr_code':
    case 'wechat_pay_display_qr_code':
      return action[action.type]?.hosted_instructions_url
    default:
      return undefined
  }
}

/** Returns whether the customer answers in an application of the bank, so that the page only waits. */
export function isAnsweredElsewhere(intent: ApiObject): boolean {
  const { type = '' } = nextActionOf(intent) ?? {}
  return type === 'blik_authorize' || type.endsWith('await_authorization')
}

/** The members of an intent's next action that the library reads. */
interface NextAction {
  readonly type: string
  readonly use_stripe_sdk?: { readonly stripe_js?: string }
  readonly redirect_to_url?: { readonly url?: string }
  readonly alipay_handle_redirect?: { readonly url?: string }
  readonly cashapp_handle_redirect_or_display_qr_code?: { readonly hosted_instructions_url?: string }
  readonly upi_handle_redirect_or_display_qr_code?: { readonly hosted_instructions_url?: string }
  readonly wechat_pay_display_qr_code?: { readonly hosted_instructions_url?: string }
}

function nextActionOf(intent: ApiObject): NextAction | null | undefined {
  return intent['next_action'] as NextAction | null | undefined // its form in every intent of the API
}

/** Shows the bank's page above the page, until the person has answered it. */
export function showChallenge(url: string): Promise<void> {
  const { element, frame } = dialogFor(url)
  return new Promise((resolve) => {
    const receive = (event: MessageEvent<{ readonly kind?: string } | null>): void => {
      if (event.origin !== new URL(SERVED_ORIGIN).origin || event.source !== frame.contentWindow) return
      if (event.data?.kind !== 'challengeAnswered') return
      window.removeEventListener('message', receive)
      element.remove()
      resolve()
    }
    window.addEventListener('message', receive)
    document.body.append(element)
    frame.focus()
  })
}

function dialogFor(url: string): Dialog {
  const element = document.createElement('div')
  element.style.cssText =
    'position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;background:rgb(0 0 0 / 55%);margin:0;padding:0'
  element.setAttribute('role', 'dialog')
  element.setAttribute('aria-modal', 'true')
  element.setAttribute('aria-label', '3D Secure authentication')
  const frame = document.createElement('iframe')
  frame.name = nextFrameName()
  frame.title = '3D Secure authentication frame'
  frame.allow = 'payment *; publickey-credentials-get *'
  frame.referrerPolicy = 'origin'
  const { pathname, search } = new URL(url)
  const intent = pathname.slice(pathname.lastIndexOf('/') + 1)
  frame.src = `${SERVED_ORIGIN}/v3/three-ds-2-challenge-${intent}.html${search}`
  frame.style.cssText = 'border:0;border-radius:8px;width:min(30rem, 96vw);height:min(34rem, 92vh);background:#fff'
  element.append(frame)
  return { element, frame }
}
