import { optionsOf } from '../messages.ts'
import { at } from './fields.ts'

/** The variables of the appearance API that the frame's style sheet knows, with their CSS properties. */
const VARIABLES: Readonly<Record<string, string>> = {
  colorPrimary: '--primary',
  colorBackground: '--background',
  colorText: '--text',
  colorTextSecondary: '--text-secondary',
  colorTextPlaceholder: '--placeholder',
  colorDanger: '--danger',
  fontFamily: '--font-family',
  fontSizeBase: '--font-size',
  borderRadius: '--radius',
  spacingUnit: '--spacing',
}

/** The themes of the appearance API. The first is the default. https://docs.stripe.com/elements/appearance-api */
const THEMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stripe: {},
  flat: { colorBackground: '#f1f1f1', borderRadius: '4px' },
  minimal: { borderRadius: '8px' },
  none: {},
  night: {
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorTextSecondary: '#a8a9b4',
    colorTextPlaceholder: '#8d8f9d',
    colorPrimary: '#85d996',
    colorDanger: '#fe87a1',
  },
}

/** A selector of the appearance API's rules: `.Input--invalid`, `.Tab:hover`, `.Label`. */
const RULE = /^\.(Input|Label|Error|Tab)(--[a-z]+)?(:{1,2}[a-z-]+)?$/

const sheet = new CSSStyleSheet()

/**
 * Styles the frame as the page wants it: theme, variables and rules of the appearance API, and the `style` of card
 * elements.
 */
export function applyAppearance(appearance: unknown, style: unknown, elementType: string): void {
  const theme = at(appearance, 'theme')
  const variables = {
    ...(typeof theme === 'string' ? THEMES[theme] : undefined),
    ...optionsOf(at(appearance, 'variables')),
  }
  const root = document.documentElement
  for (const [name, property] of Object.entries(VARIABLES)) {
    const value = at(variables, name)
    if (typeof value === 'string') root.style.setProperty(property, value)
    else root.style.removeProperty(property)
  }
  const isRow = elementType.startsWith('card') || elementType === 'iban'
  sheet.replaceSync('')
  addRules(optionsOf(at(appearance, 'rules')))
  if (isRow) addRules({ '.Input': at(style, 'base'), '.Input--invalid': at(style, 'invalid') })
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

function addRules(rules: Readonly<Record<string, unknown>>): void {
  for (const [selector, properties] of Object.entries(rules)) {
    if (!RULE.test(selector) || typeof properties !== 'object' || properties === null) continue
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
    if (!(rule instanceof CSSStyleRule)) continue
    for (const [name, value] of Object.entries(properties)) {
      if (typeof value !== 'string' && typeof value !== 'number') continue
      const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      rule.style.setProperty(property, String(value))
    }
  }
}
