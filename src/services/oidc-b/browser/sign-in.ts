import { configured, type ClientConfig } from './configuration.ts'

/** The answer to a sign-in. https://developer.apple.com/documentation/signinwithapplejs/signinresponsei */
export interface SignInResponse {
  readonly authorization: { readonly code?: string; readonly id_token?: string; readonly state?: string }
  /** The person, on the first sign-in alone. */
  readonly user?: object
}

/** The members that the page of the emulator posts. */
type Posted = Readonly<Record<string, string>>

/** How often the library looks whether the person has closed the window. Milliseconds. */
const LOOK_EVERY = 200

/** Ends the sign-in whose window is open; undefined when there is none. */
let cancelOpen: (() => void) | undefined

/**
 * Lets a person sign in: in a window with `usePopup`, else on a page that takes the place of this one and posts its
 * answer to the `redirectURI`. The page hears of the result by an event too.
 * https://developer.apple.com/documentation/signinwithapplejs/authi/signin
 *
 * @throws an object with `error` when nobody has signed in.
 */
export async function signIn(options?: ClientConfig): Promise<SignInResponse | undefined> {
  const config = configured(options)
  if (config.usePopup !== true) {
    location.assign(addressOf(config, 'form_post'))
    return undefined
  }
  try {
    const answer = responseOf(await answerOfWindow(config))
    dispatch('AppleIDSignInOnSuccess', { ...answer, data: answer })
    return answer
  } catch (failure) {
    dispatch('AppleIDSignInOnFailure', failure)
    throw failure
  }
}

/** Signs in where nothing waits for the result but the listeners of its event. */
export function signInForEvent(): void {
  signIn().catch(() => undefined)
}

/** Opens the page of the emulator in a window, and returns what it posts to this page. */
function answerOfWindow(config: ClientConfig): Promise<Posted> {
  cancelOpen?.()
  return new Promise((resolve, reject) => {
    const opened = open(addressOf(config, 'web_message'), 'AppleAuthentication', 'popup,width=700,height=700')
    if (opened === null) return reject({ error: 'popup_blocked_by_browser' })
    const stop = (): void => {
      removeEventListener('message', listen)
      clearInterval(looking)
      cancelOpen = undefined
    }
    const fail = (error: string): void => {
      stop()
      reject({ error })
    }
    const listen = ({ source, origin, data }: MessageEvent<Posted>): void => {
      if (source !== opened || origin !== new URL(SERVED_ORIGIN).origin) return
      stop()
      opened.close()
      if (data['error'] === undefined) resolve(data)
      else reject({ error: data['error'] })
    }
    const looking = setInterval(() => opened.closed && fail('popup_closed_by_user'), LOOK_EVERY)
    cancelOpen = () => fail('user_trigger_new_signin_flow')
    addEventListener('message', listen)
  })
}

function addressOf(config: ClientConfig, mode: 'form_post' | 'web_message'): string {
  const { clientId, redirectURI, scope, state, nonce } = config
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectURI,
    response_type: 'code id_token',
    scope,
    state,
    nonce,
    response_mode: mode,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, value)
  }
  return `${SERVED_ORIGIN}/auth/authorize?${query.toString()}`
}

function responseOf({ user, ...authorization }: Posted): SignInResponse {
  return { authorization, ...(user === undefined ? {} : { user: JSON.parse(user) }) }
}

function dispatch(name: string, detail: unknown): void {
  document.dispatchEvent(new CustomEvent(name, { detail }))
}
