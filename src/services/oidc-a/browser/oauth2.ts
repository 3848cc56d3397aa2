import { callBack, textOf, type Answer, type Options } from './options.ts'
import { addressOf, openWindow } from './window.ts'

const AUTHORIZE = '/o/oauth2/v2/auth'

/** https://developers.google.com/identity/oauth2/web/reference/js-reference#google.accounts.oauth2.initTokenClient */
export function initTokenClient(config: Options): { requestAccessToken(overrides?: Options): void } {
  return {
    requestAccessToken(overrides = {}) {
      const options = { ...config, ...overrides }
      const parameters = {
        ...parametersOf(options, 'token'),
        prompt: options['prompt'] === undefined ? 'select_account' : textOf(options, 'prompt'),
      }
      openFor(options, parameters, ({ expires_in: seconds, ...answer }) =>
        callBack(options, 'callback', { ...answer, ...(seconds === undefined ? {} : { expires_in: Number(seconds) }) }),
      )
    },
  }
}

/** https://developers.google.com/identity/oauth2/web/reference/js-reference#google.accounts.oauth2.initCodeClient */
export function initCodeClient(config: Options): { requestCode(): void } {
  return {
    requestCode() {
      const parameters = {
        ...parametersOf(config, 'code'),
        access_type: 'offline',
        prompt: config['select_account'] === true ? 'select_account' : undefined,
      }
      if (config['ux_mode'] === 'redirect') {
        const redirect_uri = textOf(config, 'redirect_uri') ?? location.origin
        return location.assign(addressOf(AUTHORIZE, { ...parameters, redirect_uri }))
      }
      openFor(config, parameters, (answer) => callBack(config, 'callback', answer))
    },
  }
}

/** https://developers.google.com/identity/oauth2/web/reference/js-reference#google.accounts.oauth2.hasGrantedAllScopes */
export function hasGrantedAllScopes(answer: Answer, ...scopes: string[]): boolean {
  const granted = grantedIn(answer)
  return scopes.every((scope) => granted.has(shortOf(scope)))
}

/** https://developers.google.com/identity/oauth2/web/reference/js-reference#google.accounts.oauth2.hasGrantedAnyScope */
export function hasGrantedAnyScope(answer: Answer, ...scopes: string[]): boolean {
  const granted = grantedIn(answer)
  return scopes.some((scope) => granted.has(shortOf(scope)))
}

/** https://developers.google.com/identity/oauth2/web/reference/js-reference#google.accounts.oauth2.revoke */
export async function revoke(token: string, done?: (answer: Answer) => void): Promise<void> {
  const body = new URLSearchParams({ token })
  const response = await fetch(SERVED_REVOCATION, { method: 'POST', body })
  const failure: Answer = response.ok ? {} : await response.json()
  done?.({ successful: response.ok, ...failure })
}

function parametersOf(options: Options, type: 'code' | 'token'): Record<string, string | undefined> {
  return {
    client_id: textOf(options, 'client_id'),
    response_type: type,
    scope: textOf(options, 'scope'),
    state: textOf(options, 'state'),
    login_hint: textOf(options, 'login_hint') ?? textOf(options, 'hint'),
    hd: textOf(options, 'hd') ?? textOf(options, 'hosted_domain'),
    include_granted_scopes: options['include_granted_scopes'] === false ? 'false' : 'true',
  }
}

function openFor(
  options: Options,
  parameters: Readonly<Record<string, string | undefined>>,
  answered: (answer: Answer) => void,
): void {
  const fail = (type: string, message: string): void => callBack(options, 'error_callback', { type, message })
  openWindow(AUTHORIZE, parameters, {
    answered,
    closed: () => fail('popup_closed', 'Popup window closed'),
    blocked: () => fail('popup_failed_to_open', 'Failed to open popup window'),
  })
}

function grantedIn({ scope }: Answer): ReadonlySet<string> {
  return new Set(typeof scope === 'string' ? scope.split(' ').map(shortOf) : [])
}

/** Returns the short form of a scope that has one: `email` and `profile`. */
function shortOf(scope: string): string {
  return scope.replace(/^.+\/auth\/userinfo\./, '')
}
