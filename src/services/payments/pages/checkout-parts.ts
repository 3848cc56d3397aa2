import type { FormState } from './form-field.ts'

/** A line of the order, in words. */
export interface OrderLine {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly quantity: number
  readonly amount: string
  /** `$10.00 each`, `Billed monthly`; null for nothing to add. */
  readonly note: string | null
  readonly adjustable: { readonly minimum: number; readonly maximum: number } | null
  /** The amount that the customer chooses, as the field has it; null where the price is fixed. */
  readonly chosen: string | null
}

/** The contents of a Checkout page. */
export interface CheckoutPage {
  readonly merchant: string
  /** The URL to which the form is sent. */
  readonly action: string
  readonly cancelUrl: string | null
  /** The URL to which the browser goes after the payment; null where it stays. */
  readonly leadsTo: string | null
  readonly embedded: boolean
  /** `Pay Acme`, `Subscribe to Gold`. */
  readonly heading: string
  /** `$20.00`, `14 days free`; null where nothing is paid. */
  readonly amount: string | null
  /** `per month`, `Then $10.00 per month`. */
  readonly amountNote: string | null
  readonly lines: readonly OrderLine[]
  /** The sums below the lines, in order: `Subtotal`, `Shipping`. The last one is what is due. */
  readonly sums: readonly { readonly label: string; readonly amount: string }[]
  /** Null where no code can be entered. */
  readonly promotion: { readonly applied: string | null } | null
  /** The e-mail address that cannot be changed; null where it is asked for. */
  readonly email: string | null
  readonly phone: boolean
  readonly names: { readonly individual: OptionalField | null; readonly business: OptionalField | null }
  readonly shippingCountries: readonly string[] | null
  readonly shippingOptions: readonly {
    readonly id: string
    readonly name: string
    readonly amount: string
    readonly estimate: string | null
    readonly chosen: boolean
  }[]
  /** The types of payment methods; empty where none is needed. */
  readonly methods: readonly string[]
  /** Saved payment methods, by id: `Visa ending in 4242`. */
  readonly savedMethods: Readonly<Record<string, string>>
  readonly billingAddress: boolean
  readonly customFields: readonly CustomFieldParts[]
  readonly taxId: boolean
  readonly terms: boolean
  readonly promotions: boolean
  readonly texts: {
    readonly shipping: string | null
    readonly submit: string | null
    readonly terms: string | null
    readonly afterSubmit: string | null
  }
  readonly submit: string
  /** The decline of the payment, as the vendor shows it. */
  readonly alert: string | null
  readonly form: FormState
  readonly script: string
  readonly status?: number
}

/** A field that the page asks for, and that may be left empty if it is optional. */
interface OptionalField {
  readonly optional: boolean
}

/** A question of the application. */
export interface CustomFieldParts {
  readonly key: string
  readonly label: string
  readonly optional: boolean
  readonly preset: string
  readonly numeric: boolean
  readonly choices: Readonly<Record<string, string>> | null
  readonly maxlength: number | null
}
