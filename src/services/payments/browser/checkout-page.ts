import { asksPostalCode, formatCvc, formatExpiry, formatNumber } from './card-fields.ts'

// The script of the pages with a card form. Without it the pages work too; it formats what is typed, hides what a
// country does not ask for, and tells a page that embeds this one how high it is, and when it is done.

// A select has the members that are read here, too.
const byId = (id: string): HTMLInputElement | null => document.querySelector<HTMLInputElement>(`#${id}`)

function formatWhileTyping(id: string, format: (text: string) => string): void {
  const input = byId(id)
  input?.addEventListener('input', (event) => {
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
    if (!deleting) input.value = format(input.value)
  })
}

formatWhileTyping('cardNumber', formatNumber)
formatWhileTyping('cardExpiry', formatExpiry)
formatWhileTyping('cardCvc', (text) => formatCvc(text, byId('cardNumber')?.value ?? ''))

const country = byId('billingCountry')
const postalCode = byId('billingPostalCode')
if (country !== null && postalCode !== null && byId('billingAddressLine1') === null) {
  const show = (): void => {
    const box = postalCode.closest<HTMLElement>('.field')
    if (box !== null) box.hidden = !asksPostalCode(country.value)
  }
  country.addEventListener('change', show)
  show()
}

/** Shows the fields of the chosen type of payment method only. */
function showChosenMethod(): void {
  const chosen = document.querySelector<HTMLInputElement>('input[name=paymentMethod]:checked')?.value
  for (const box of document.querySelectorAll<HTMLElement>('[data-method]')) {
    box.hidden = chosen !== undefined && box.dataset['method'] !== chosen
  }
}
for (const radio of document.querySelectorAll('input[name=paymentMethod]'))
  radio.addEventListener('change', showChosenMethod)
showChosenMethod()

const business = byId('businessPurchase')
if (business !== null) {
  const show = (): void => {
    for (const box of document.querySelectorAll<HTMLElement>('[data-business]')) box.hidden = !business.checked
  }
  business.addEventListener('change', show)
  show()
}

// A choice that changes the amount is sent at once.
for (const control of document.querySelectorAll<HTMLInputElement>('[data-updates]')) {
  control.addEventListener('change', () =>
    control.form?.requestSubmit(document.getElementById(control.dataset['updates'] ?? '')),
  )
}

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    // A second click must not pay twice.
    if (form.dataset['sent'] === 'yes') event.preventDefault()
    form.dataset['sent'] = 'yes'
    if (event.submitter?.classList.contains('submit') === true) event.submitter.setAttribute('aria-busy', 'true')
  })
}
window.addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form')) delete form.dataset['sent']
})

if (window.parent !== window) {
  const { dataset } = document.querySelector<HTMLElement>('[data-embedded]') ?? document.body
  const send = (message: object): void => window.parent.postMessage(message, '*')
  new ResizeObserver(() => send({ kind: 'checkoutHeight', height: document.documentElement.scrollHeight })).observe(
    document.body,
  )
  if (dataset['complete'] !== undefined) send({ kind: 'checkoutComplete', returnUrl: dataset['complete'] || null })
}
