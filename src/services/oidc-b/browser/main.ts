import { renderButton } from './button.ts'
import { configurationOfMarkup, configure, type ClientConfig } from './configuration.ts'
import { signIn } from './sign-in.ts'

// The program that `GET /appleauth/static/jsapi/appleid/1/{locale}/appleid.auth.js` serves: it defines `AppleID`.

interface Page {
  AppleID?: unknown
}

const page: Page = window as Page // the library defines the member

/** https://developer.apple.com/documentation/signinwithapplejs/authi/init */
function init(options: ClientConfig): void {
  configure(options)
  renderButton()
}

page.AppleID = { auth: { init, signIn, renderButton } }

function begin(): void {
  const options = configurationOfMarkup()
  if (options !== undefined) init(options)
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
else begin()
