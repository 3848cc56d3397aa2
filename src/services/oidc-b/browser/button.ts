import { signInForEvent } from './sign-in.ts'

const WORDS: Readonly<Record<string, string>> = {
  'sign-in': 'Sign in with Apple',
  'sign-up': 'Sign up with Apple',
  continue: 'Continue with Apple',
}

/**
 * Puts a button into each element that the page has for one.
 * https://developer.apple.com/documentation/signinwithapple/displaying-sign-in-with-apple-buttons-on-the-web
 */
export function renderButton(): void {
  for (const element of document.querySelectorAll<HTMLElement>('#appleid-signin')) {
    element.replaceChildren(buttonOf(element.dataset))
  }
}

function buttonOf({ type = 'sign in', color, border, width, height, borderRadius = '15' }: DOMStringMap): HTMLElement {
  const label = WORDS[type.trim().replace(/\s+/, '-')] ?? 'Sign in with Apple'
  const isWhite = color === 'white'
  const button = document.createElement('div')
  button.setAttribute('role', 'button')
  button.setAttribute('aria-label', label)
  button.tabIndex = 0
  button.textContent = label
  Object.assign(button.style, {
    boxSizing: 'border-box',
    minWidth: '130px',
    minHeight: '30px',
    width: sizeOf(width),
    height: sizeOf(height),
    padding: '6px 12px',
    border: border === 'true' ? '1px solid #000' : 'none',
    borderRadius: `${borderRadius}px`,
    background: isWhite ? '#fff' : '#000',
    color: isWhite ? '#000' : '#fff',
    font: '500 14px/18px sans-serif',
    textAlign: 'center',
    cursor: 'pointer',
  })
  button.addEventListener('click', signInForEvent)
  button.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter' || key === ' ') signInForEvent()
  })
  return button
}

function sizeOf(value: string | undefined): string {
  return value === undefined || value === '' ? '100%' : /^\d+$/.test(value) ? `${value}px` : value
}
