import { textOf, type Options } from './options.ts'

const WORDS: Readonly<Record<string, string>> = {
  signin_with: 'Sign in with Google',
  signup_with: 'Sign up with Google',
  continue_with: 'Continue with Google',
  signin: 'Sign in',
}

const HEIGHTS: Readonly<Record<string, number>> = { large: 40, medium: 32, small: 20 }

/**
 * Makes the button of a sign-in. Its label is that of the vendor's button in English.
 * https://developers.google.com/identity/gsi/web/reference/js-reference#GsiButtonConfiguration
 */
export function buttonOf(options: Options, pressed: () => void): HTMLElement {
  const label = WORDS[textOf(options, 'text') ?? 'signin_with'] ?? 'Sign in with Google'
  const height = HEIGHTS[textOf(options, 'size') ?? 'large'] ?? 40
  const width = Number(options['width'])
  const button = document.createElement('div')
  button.setAttribute('role', 'button')
  button.setAttribute('aria-label', label)
  button.tabIndex = 0
  button.textContent = options['type'] === 'icon' ? 'G' : label
  Object.assign(button.style, {
    boxSizing: 'border-box',
    height: `${height}px`,
    padding: '0 12px',
    border: '1px solid #747775',
    borderRadius: options['shape'] === 'pill' || options['shape'] === 'circle' ? `${height / 2}px` : '4px',
    font: `500 14px/${height - 2}px sans-serif`,
    textAlign: 'center',
    cursor: 'pointer',
    ...(options['theme'] === 'filled_black' ? { background: '#131314', color: '#e3e3e3' } : {}),
    ...(options['theme'] === 'filled_blue' ? { background: '#1a73e8', color: '#fff' } : {}),
    ...(width > 0 ? { width: `${width}px` } : { display: 'inline-block' }),
  })
  button.addEventListener('click', pressed)
  button.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter' || key === ' ') pressed()
  })
  return button
}
