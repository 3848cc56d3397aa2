import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { shopTest } from '#payments/tests/browser.fixture.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'

// The elements of the browser library in a real browser: fields, events, refusals. Payments with them:
// browser-payments.test.ts.

const visitor = visitorWithBrowser()
const it = shopTest()

type Fixtures = FixturesOf<typeof it>

/** Opens a page of the shop that has loaded the library. */
const open = async (
  { payments, shop }: Pick<Fixtures, 'shop' | 'payments'>,
  script: string,
  content = '<div id="card"></div>',
): Promise<void> => {
  shop.show(content, script, `<script src="${payments.url}/v3/"></script>`)
  await visitor.page.goto(shop.url)
}
const shoot = async (name: string): Promise<void> => {
  const folder = process.env['BACKLOT_SCREENSHOTS']
  if (folder !== undefined) await visitor.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const frame = (title: string) => visitor.page.frameLocator(`iframe[title="${title}"]`)
const seen = () => visitor.page.evaluate<readonly Record<string, unknown>[]>('window.seen')

const RECORD = `
  window.seen = []
  const record = (element) => {
    for (const type of ['ready', 'change', 'focus', 'blur']) element.on(type, (event) => seen.push({ type, ...event }))
    return element
  }`
const DEFERRED = `const stripe = Stripe('pk_test_backlot')
  const elements = stripe.elements({ mode: 'payment', amount: 2000, currency: 'usd' })`

describe('the library', () => {
  it('is served at /v3/ and at the address of every release, with the origin of the emulator', async ({ payments }) => {
    for (const [path, version] of [
      ['/v3/', '3'],
      ['/v3', '3'],
      ['/v3/stripe.js', '3'],
      ['/basil/stripe.js', '"basil"'],
      ['/clover/stripe.js', '"clover"'],
      ['/endive/stripe.js?advancedFraudSignals=false', '"endive"'],
    ] as const) {
      const response = await fetch(payments.url + path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      const text = await response.text()
      expect(text).toContain(`SERVED_ORIGIN="${payments.url}"`)
      expect(text).toContain(`SERVED_VERSION=${version};`)
    }
  })

  it.for([
    ['Stripe()', 'Missing value for Stripe(): apiKey should be a string.'],
    ["Stripe('sk_test_1')", 'You should not use your secret key with Stripe.js.'],
    ["Stripe('pk_live_1')", 'it takes no live key'],
    [
      "Stripe('pk_test_1').confirmSofortPayment('pi_1_secret_1')",
      'stripe.confirmSofortPayment() is not part of backlot',
    ],
    ["Stripe('pk_test_1').elements().create('idealBank')", "elements.create('idealBank') is not part of backlot"],
    ["Stripe('pk_test_1').elements().create('payment')", 'you must pass a clientSecret or mode'],
    [
      "Stripe('pk_test_1').retrievePaymentIntent('seti_1_secret_1')",
      'clientSecret should be a PaymentIntent client secret',
    ],
    ["Stripe('pk_test_1').elements().create('card').mount('#none')", 'applies to no DOM elements'],
  ] as const)('refuses %s', async ([expression, message], { payments, shop }) => {
    await open(
      { payments, shop },
      `window.thrown = (() => { try { ${expression}; return 'nothing' } catch (error) { return error.name + ': ' + error.message } })()`,
    )
    const thrown = await visitor.page.evaluate<string>('window.thrown')
    expect(thrown).toMatch(/^IntegrationError: /)
    expect(thrown).toContain(message)
  })

  it('has no wallet: canMakePayment resolves to null, and express checkout offers nothing', async ({
    payments,
    shop,
  }) => {
    await open(
      { payments, shop },
      `${DEFERRED}
      window.can = await stripe.paymentRequest({ country: 'US', currency: 'usd', total: { label: 'x', amount: 1 } }).canMakePayment()
      window.ready = await new Promise((resolve) => elements.create('expressCheckout').on('ready', resolve).mount('#card'))`,
    )
    await visitor.page.waitForFunction('window.ready !== undefined')
    expect(await visitor.page.evaluate('[window.can, window.ready.availablePaymentMethods ?? null]')).toEqual([
      null,
      null,
    ])
  })
})

describe('a payment element', () => {
  it('has real inputs in a frame, under the labels of the vendor, and reports what happens in them', async ({
    payments,
    shop,
  }) => {
    await open({ payments, shop }, `${RECORD}\n${DEFERRED}\nrecord(elements.create('payment')).mount('#card')`)
    const fields = frame('Secure payment input frame')
    await fields.getByLabel('Card number').pressSequentially('4242424242424242')
    await fields.getByLabel('Expiration date').fill('1234')
    await fields.getByLabel('Security code').fill('123')
    expect(await fields.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    expect(await fields.getByLabel('Expiration date').inputValue()).toBe('12 / 34')
    await fields.getByRole('combobox', { name: 'Country' }).selectOption('US')
    await fields.getByLabel('ZIP code').fill('94107')
    await shoot('payment-element')
    await expect
      .poll(async () => (await seen()).at(-1))
      .toMatchObject({ type: 'change', complete: true, value: { type: 'card' } })
    expect((await seen())[0]).toEqual({ type: 'ready', elementType: 'payment' })
    expect((await seen()).filter(({ type }) => type === 'focus')).toHaveLength(1)
    expect(await visitor.page.locator('#card').getAttribute('class')).toContain('StripeElement--complete')
    expect(visitor.complaints).toEqual([])
  })

  it('asks for a postal code in the countries that have one for cards', async ({ payments, shop }) => {
    await open({ payments, shop }, `${DEFERRED}\nelements.create('payment').mount('#card')`)
    const fields = frame('Secure payment input frame')
    await fields.getByLabel('Country').selectOption('DE')
    expect(await fields.getByLabel('ZIP code').isVisible()).toBe(false)
    await fields.getByLabel('Country').selectOption('GB')
    expect(await fields.getByLabel('ZIP code').isVisible()).toBe(true)
  })

  it('shows what is missing when the page submits the form', async ({ payments, shop }) => {
    await open(
      { payments, shop },
      `${DEFERRED}\nelements.create('payment').mount('#card')
      window.result = await elements.submit()`,
    )
    const fields = frame('Secure payment input frame')
    await fields.getByText('Your card number is incomplete.').waitFor()
    await fields.getByText("Your card's security code is incomplete.").waitFor()
    expect(await visitor.page.evaluate('window.result')).toEqual({
      error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' },
    })
  })

  it.for([
    ['4242424242424241', 'Your card number is invalid.'],
    ['4242', 'Your card number is incomplete.'],
  ] as const)(
    'says what is wrong with %s when the person leaves the field',
    async ([number, message], { payments, shop }) => {
      await open({ payments, shop }, `${DEFERRED}\nelements.create('payment').mount('#card')`)
      const fields = frame('Secure payment input frame')
      await fields.getByLabel('Card number').fill(number)
      await fields.getByLabel('Security code').focus()
      await fields.getByText(message).waitFor()
      expect(await fields.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true')
    },
  )

  it('expires cards by the clock of the emulator', async ({ payments, shop }) => {
    payments.clock.advance(Date.parse('2040-01-01') - payments.clock.now())
    await open({ payments, shop }, `${DEFERRED}\nelements.create('payment').mount('#card')`)
    const fields = frame('Secure payment input frame')
    await fields.getByLabel('Expiration date').fill('12 / 34')
    await fields.getByText("Your card's expiration year is in the past.").waitFor()
    expect(await fields.getByLabel('Expiration date').getAttribute('aria-invalid')).toBe('true')
  })

  it('offers the types of payment methods that the page names, as tabs', async ({ payments, shop }) => {
    await open(
      { payments, shop },
      `${RECORD}\nconst elements = Stripe('pk_test_backlot').elements({
        mode: 'payment', amount: 2000, currency: 'eur', paymentMethodTypes: ['card', 'sepa_debit', 'us_bank_account'] })
      record(elements.create('payment')).mount('#card')`,
    )
    const fields = frame('Secure payment input frame')
    await fields.getByRole('tab', { name: 'SEPA Debit' }).click()
    await fields.getByLabel('IBAN').fill('DE89370400440532013000')
    await shoot('payment-element-tabs')
    // Events reach the page by messages of the frame.
    await expect
      .poll(async () => (await seen()).findLast(({ type }) => type === 'change'))
      .toMatchObject({ value: { type: 'sepa_debit' } })
    await fields.getByRole('tab', { name: 'US bank account' }).click()
    await fields.getByLabel('Routing number').fill('110000000')
    await fields.getByLabel('Account number').fill('000123456789')
  })

  it('is styled by the appearance of its group', async ({ payments, shop }) => {
    await open(
      { payments, shop },
      `const elements = Stripe('pk_test_backlot').elements({
        mode: 'payment', amount: 2000, currency: 'usd',
        appearance: { theme: 'night', variables: { colorText: '#ff0000' }, rules: { '.Label': { fontWeight: '700' } } } })
      elements.create('payment').mount('#card')`,
    )
    const fields = frame('Secure payment input frame')
    await fields.getByLabel('Card number').fill('4')
    const styleOf = (selector: string, property: string) =>
      fields
        .locator(selector)
        .first()
        .evaluate((node, name) => {
          const { getComputedStyle: styles } = globalThis as unknown as {
            getComputedStyle: (of: unknown) => Record<string, string>
          }
          return styles(node)[name]
        }, property)
    expect(await styleOf('.Input', 'color')).toBe('rgb(255, 0, 0)')
    expect(await styleOf('.Label', 'fontWeight')).toBe('700')
    expect(visitor.complaints).toEqual([])
  })

  it('fits a place 300 pixels wide', async ({ payments, shop }) => {
    await visitor.openWith({ viewport: { width: 320, height: 700 } })
    await open({ payments, shop }, `${DEFERRED}\nelements.create('payment').mount('#card')`)
    const fields = frame('Secure payment input frame')
    await fields.getByLabel('Card number').fill('4242424242424242')
    await shoot('payment-element-narrow')
    const wider = await fields.locator('html').evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(wider).toBe(false)
    expect(await visitor.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  })

  it('can be cleared, focused, updated, unmounted, mounted elsewhere and destroyed', async ({ payments, shop }) => {
    await open(
      { payments, shop },
      `${DEFERRED}\nwindow.element = elements.create('payment')\nelement.mount('#card')\nwindow.elements = elements`,
      '<div id="card"></div><div id="other"></div>',
    )
    const fields = frame('Secure payment input frame')
    await fields.getByLabel('Card number').fill('4242')
    await visitor.page.evaluate('element.clear()')
    await expect.poll(() => fields.getByLabel('Card number').inputValue()).toBe('')
    await visitor.page.evaluate('element.focus()')
    await expect.poll(() => fields.locator(':focus').getAttribute('name')).toBe('number')
    await visitor.page.evaluate('element.update({ readOnly: true })')
    await expect.poll(() => fields.getByLabel('Card number').isDisabled()).toBe(true)
    await visitor.page.evaluate("element.unmount(); element.mount('#other')")
    await visitor.page.locator('#other iframe').waitFor()
    expect(await visitor.page.locator('#card iframe').count()).toBe(0)
    await visitor.page.evaluate('element.destroy()')
    expect(await visitor.page.locator('iframe').count()).toBe(0)
    const thrown = await visitor.page.evaluate(
      "(() => { try { element.mount('#card') } catch (error) { return error.message } })()",
    )
    expect(thrown).toContain('already been destroyed')
    expect(await visitor.page.evaluate("elements.getElement('payment')")).toBe(null)
  })
})

describe('card elements', () => {
  it('stand in one row, with the brand of the card in their events', async ({ payments, shop }) => {
    await open(
      { payments, shop },
      `${RECORD}\nrecord(Stripe('pk_test_backlot').elements().create('card')).mount('#card')`,
    )
    const fields = frame('Secure card payment input frame')
    await fields.locator('[name=cardnumber]').fill('378282246310005')
    await fields.locator('[name=exp-date]').fill('12/34')
    await fields.locator('[name=cvc]').fill('1234')
    await fields.getByLabel('ZIP').fill('94107')
    await shoot('card-element')
    await expect
      .poll(async () => (await seen()).at(-1))
      .toMatchObject({
        type: 'change',
        elementType: 'card',
        complete: true,
        brand: 'amex',
        value: { postalCode: '94107' },
      })
  })

  it('come in three parts, each in a frame of its own', async ({ payments, shop }) => {
    await open(
      { payments, shop },
      `const elements = Stripe('pk_test_backlot').elements()
      for (const type of ['cardNumber', 'cardExpiry', 'cardCvc']) elements.create(type).mount('#' + type)`,
      '<div id="cardNumber"></div><div id="cardExpiry"></div><div id="cardCvc"></div>',
    )
    await frame('Secure card number input frame').getByLabel('Credit or debit card number').fill('4242424242424242')
    await frame('Secure expiration date input frame').getByLabel('Credit or debit card expiration date').fill('1234')
    await frame('Secure CVC input frame').getByLabel('Credit or debit card CVC/CVV').fill('123')
    expect(await frame('Secure expiration date input frame').locator('input').inputValue()).toBe('12 / 34')
  })
})

describe('address and e-mail elements', () => {
  it('report their values', async ({ payments, shop }) => {
    await open(
      { payments, shop },
      `${RECORD}\n${DEFERRED}
      window.address = record(elements.create('address', { mode: 'shipping', fields: { phone: 'always' } }))
      address.mount('#card')
      record(elements.create('linkAuthentication')).mount('#email')`,
      '<div id="email"></div><div id="card"></div>',
    )
    const fields = frame('Secure address input frame')
    await fields.getByLabel('Full name').fill('Ada Lovelace')
    await fields.getByLabel('Country or region').selectOption('US')
    await fields.getByLabel('Address line 1').fill('1 Main Street')
    await fields.getByLabel('City').fill('Springfield')
    await fields.getByLabel('State').fill('IL')
    await fields.getByLabel('ZIP code').fill('62701')
    await fields.getByLabel('Phone number').fill('+15550001111')
    await frame('Secure email input frame').getByLabel('Email').fill('ada@example.com')
    await shoot('address-element')
    const value = {
      name: 'Ada Lovelace',
      address: {
        line1: '1 Main Street',
        line2: null,
        city: 'Springfield',
        state: 'IL',
        postal_code: '62701',
        country: 'US',
      },
      phone: '+15550001111',
    }
    expect(await visitor.page.evaluate('address.getValue()')).toEqual({ complete: true, isNewAddress: true, value })
    const changeOf = async (element: string) =>
      (await seen()).findLast(({ type, elementType }) => type === 'change' && elementType === element)
    await expect.poll(() => changeOf('address')).toMatchObject({ complete: true, value })
    await expect
      .poll(() => changeOf('linkAuthentication'))
      .toMatchObject({ complete: true, value: { email: 'ada@example.com' } })
  })
})

describe('the frames', () => {
  it('load nothing, and run only their own script', async ({ payments }) => {
    const { headers } = await fetch(`${payments.url}/v3/elements-inner-payment.html`)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; connect-src 'self'; form-action 'none'; base-uri 'none'$/,
    )
    expect((await fetch(`${payments.url}/v3/something-else.html`)).status).toBe(404)
  })
})
