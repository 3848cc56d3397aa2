import type { Answer } from '#core/answer.ts'
import { html, type Part } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { methodFields } from './payment-fields.ts'
import { field, type FormState } from './form-field.ts'
import { SERVICE } from './missing.ts'
import { PAY_STYLE } from './style.ts'

/** The frame of every page of the portal. */
export interface PortalFrame {
  readonly merchant: string
  /** The URL of the link back to the application; null for no link. */
  readonly returnUrl: string | null
  /** The address of the portal's first page. */
  readonly home: string
  readonly script: string
}

/** The first page of the portal. */
export interface PortalHome extends PortalFrame {
  readonly headline: string | null
  readonly subscriptions: readonly {
    readonly id: string
    readonly name: string
    readonly price: string
    /** `Renews on January 1, 2026`, `Cancels on …`. */
    readonly when: string
    readonly status: string
    readonly canCancel: boolean
    readonly canPause: boolean
    readonly canRenew: boolean
    readonly canResume: boolean
    readonly canUpdate: boolean
  }[]
  /** Null where payment methods cannot be changed. */
  readonly methods:
    | readonly {
        readonly id: string
        readonly words: string
        readonly expires: string | null
        readonly isDefault: boolean
      }[]
    | null
  /** Null where the details are not shown. */
  readonly customer: readonly { readonly label: string; readonly value: string }[] | null
  /** Null where invoices are not shown. */
  readonly invoices:
    | readonly {
        readonly date: string
        readonly amount: string
        readonly status: string
        readonly url: string | null
      }[]
    | null
}

/** Returns a page of the portal: the link back to the application, then the content. */
export function portalPage(frame: PortalFrame, title: string, content: Part): Answer {
  const body = html`<div class="plain">
    ${frame.returnUrl !== null && html`<a class="back" href="${frame.returnUrl}">← Return to ${frame.merchant}</a>`}
    ${content}
  </div>`
  return page({
    service: SERVICE,
    title,
    content: body,
    style: PAY_STYLE,
    script: frame.script,
    ...(frame.returnUrl === null ? {} : { leadsTo: frame.returnUrl }),
  })
}

/** Returns the first page of the portal: subscriptions, payment methods, details and invoices. */
// oxlint-disable-next-line max-lines-per-function -- one page, as one template
export function portalHomePage(home: PortalHome): Answer {
  const { home: base, subscriptions, methods, customer, invoices } = home
  const content = [
    html`<h1>${home.merchant}</h1>
      <p class="soft">${home.headline ?? `${home.merchant} partners with a stand-in for Stripe for billing.`}</p>
      <h2>Current subscription</h2>`,
    subscriptions.length === 0 && html`<p class="soft">No subscription</p>`,
    html`<ul class="rows" aria-label="Subscriptions">
      ${subscriptions.map(
        ({ id, name, price, when, status, canCancel, canPause, canRenew, canResume, canUpdate }) =>
          html`<li>
            <span
              ><b>${name}</b> <span class="badge">${status}</span><br />${price}<br /><span class="soft"
                >${when}</span
              ></span
            >
            <span class="actions">
              ${canUpdate && html`<a href="${base}/subscriptions/${id}/update">Update subscription</a>`}
              ${canPause && html`<a href="${base}/subscriptions/${id}/pause">Pause subscription</a>`}
              ${
                canResume &&
                html`<form method="post" action="${base}/subscriptions/${id}/resume">
                  <button class="small">Resume subscription</button>
                </form>`
              }
              ${canCancel && html`<a href="${base}/subscriptions/${id}/cancel">Cancel subscription</a>`}
              ${
                canRenew &&
                html`<form method="post" action="${base}/subscriptions/${id}/renew">
                  <button class="small">Don't cancel subscription</button>
                </form>`
              }
            </span>
          </li> `,
      )}
    </ul>`,
    methods !== null && [
      html`<h2>Payment methods</h2>
        <ul class="rows" aria-label="Payment methods">
          ${methods.map(
            ({ id, words, expires, isDefault }) =>
              html`<li>
                <span
                  >${words}
                  ${isDefault && html`<span class="badge">Default</span>`}${expires !== null && html`<br /><span class="soft">Expires ${expires}</span>`}</span
                >
                ${
                  !isDefault &&
                  html`<form class="actions" method="post" action="${base}/payment-methods/${id}">
                    <button class="small" name="do" value="default">Make default</button>
                    <button class="small" name="do" value="delete">Delete</button>
                  </form>`
                }
              </li> `,
          )}
        </ul>
        <p><a href="${base}/payment-methods">Add payment method</a></p>`,
    ],
    customer !== null && [
      html`<h2>Billing information</h2>
        <dl class="facts">
          ${customer.map(
            ({ label, value }) =>
              html`<dt>${label}</dt>
                <dd>${value}</dd> `,
          )}
        </dl>
        <p><a href="${base}/customer">Update information</a></p>`,
    ],
    invoices !== null && [
      html`<h2>Invoice history</h2>
        ${invoices.length === 0 && html`<p class="soft">No invoices</p>`}
        <ul class="rows" aria-label="Invoice history">
          ${invoices.map(
            ({ date, amount, status, url }) =>
              html`<li>
                <span>${url === null ? date : html`<a href="${url}">${date}</a>`}</span><span>${amount}</span
                ><span class="badge">${status}</span>
              </li> `,
          )}
        </ul>`,
    ],
  ]
  return portalPage(home, 'Billing', content)
}

const REASONS: Readonly<Record<string, string>> = {
  too_expensive: "It's too expensive",
  missing_features: 'I need more features',
  switched_service: 'I found an alternative',
  unused: 'I no longer need it',
  customer_service: 'Customer service was less than expected',
  too_complex: 'Ease of use was less than expected',
  low_quality: 'Quality was less than expected',
  other: 'Other reason',
}

/** Returns the page on which a subscription is canceled. */
export function cancelPage(
  frame: PortalFrame,
  parts: {
    readonly action: string
    readonly name: string
    readonly when: string
    readonly reasons: readonly string[]
    /** The discount that a customer who stays is offered; null for none. */
    readonly offer: string | null
  },
): Answer {
  const content = html`<h1>Cancel your subscription</h1>
    <p><b>${parts.name}</b></p>
    <p class="soft">${parts.when}</p>
    ${
      parts.offer !== null &&
      html`<form method="post" action="${parts.action}">
        <p>Before you go: stay, and get <b>${parts.offer}</b>.</p>
        <button class="small" name="do" value="stay">Accept offer</button>
      </form>`
    }
    <form method="post" action="${parts.action}">
      ${
        parts.reasons.length > 0 &&
        html`<fieldset>
          <legend>Why are you canceling? (optional)</legend>
          ${parts.reasons.map(
            (reason) =>
              html`<div class="option">
                <input type="radio" id="${reason}" name="feedback" value="${reason}" /><label for="${reason}"
                  >${REASONS[reason] ?? reason}</label
                >
              </div> `,
          )}
        </fieldset>`
      }
      <button class="submit" data-test="confirm">Cancel subscription</button>
    </form>
    <p><a href="${frame.home}">Go back</a></p>`
  return portalPage(frame, 'Cancel your subscription', content)
}

/** Returns the page on which a subscription is paused. */
export function pausePage(
  frame: PortalFrame,
  parts: { readonly action: string; readonly name: string; readonly durations: readonly string[] },
): Answer {
  const content = html`<h1>Pause your subscription</h1>
    <p><b>${parts.name}</b></p>
    <p class="soft">You will not be charged while your subscription is paused.</p>
    <form method="post" action="${parts.action}">
      ${
        parts.durations.length > 0 &&
        html`<fieldset>
          <legend>Pause for</legend>
          ${parts.durations.map(
            (words, at) =>
              html`<div class="option">
                <input type="radio" id="duration-${at}" name="duration" value="${at}" ${at === 0 && html`checked`} />
                <label for="duration-${at}">${words}</label>
              </div> `,
          )}
        </fieldset>`
      }
      <button class="submit" data-test="confirm">Pause subscription</button>
    </form>
    <p><a href="${frame.home}">Go back</a></p>`
  return portalPage(frame, 'Pause your subscription', content)
}

/** Returns the page on which a subscription changes its price or quantity. */
export function updatePage(
  frame: PortalFrame,
  parts: {
    readonly action: string
    readonly prices: Readonly<Record<string, string>>
    readonly current: string
    readonly quantity: { readonly value: number; readonly minimum: number; readonly maximum: number | null } | null
    readonly alert: string | null
    /** True where the price is the application's choice, and the customer only confirms it. */
    readonly confirm: boolean
  },
): Answer {
  const content = html`<h1>${parts.confirm ? 'Confirm your updates' : 'Update your subscription'}</h1>
    ${parts.alert !== null && html`<p class="reason" role="alert">${parts.alert}</p>`}
    <form method="post" action="${parts.action}">
      <fieldset>
        <legend>Plan</legend>
        ${Object.entries(parts.prices).map(
          ([id, words]) =>
            html`<div class="option">
              <input type="radio" id="${id}" name="price" value="${id}" ${id === parts.current && html`checked`} />
              <label for="${id}">${words}</label>
            </div> `,
        )}
      </fieldset>
      ${
        parts.quantity !== null &&
        field(
          { values: {}, errors: {} },
          { name: 'quantity', label: 'Quantity', type: 'number', preset: String(parts.quantity.value) },
        )
      }
      <button class="submit" data-test="confirm">${parts.confirm ? 'Confirm' : 'Update subscription'}</button>
    </form>
    <p><a href="${frame.home}">Go back</a></p>`
  return portalPage(frame, 'Update your subscription', content)
}

/** Returns the page on which a card is added. */
export function addMethodPage(
  frame: PortalFrame,
  parts: { readonly action: string; readonly form: FormState; readonly alert: string | null },
): Answer {
  const content = html`<h1>Add payment method</h1>
    ${parts.alert !== null && html`<p class="reason" role="alert">${parts.alert}</p>`}
    <form method="post" action="${parts.action}" novalidate>
      <div data-method="card">${methodFields(parts.form, 'card')}</div>
      <button class="submit">Add</button>
    </form>
    <p><a href="${frame.home}">Go back</a></p>`
  return portalPage(frame, 'Add payment method', content)
}

/** Returns the page that ends a flow. */
export function portalDonePage(frame: PortalFrame, message: string): Answer {
  return portalPage(
    frame,
    'Done',
    html`<h1 class="done">Done</h1>
      <p>${message}</p>
      <p><a href="${frame.home}">Billing</a></p>`,
  )
}
