import { createServer, type Server } from 'node:http'
import type Stripe from 'stripe'

/** The member of a book club, as the application knows them. */
export interface Member {
  readonly customer: string
  /** True while the member may read. */
  readonly active: boolean
  /** The number of months that have been paid. */
  readonly months: number
}

/** An e-mail that the application sends. */
export interface Mail {
  readonly to: string
  readonly subject: string
}

/** The club: its members, and the e-mails that it has sent. */
export class Club {
  readonly members = new Map<string, Member>()
  readonly sent: Mail[] = []

  /** Subscribes a customer to the monthly price of the club. */
  async join(stripe: Stripe, customer: string): Promise<Stripe.Subscription> {
    const { data } = await stripe.prices.list({ lookup_keys: ['club_monthly'] })
    const [price] = data
    if (price === undefined) throw new Error('the club has no price')
    return stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
  }

  /** Follows an event of the payment provider. */
  handle(event: Stripe.Event): void {
    if (event.type === 'invoice.paid') {
      const { customer } = event.data.object
      this.#change(idOf(customer), (member) => ({ ...member, active: true, months: member.months + 1 }))
    }
    if (event.type === 'invoice.payment_failed') {
      const { customer_email: to, next_payment_attempt: next } = event.data.object
      const when =
        next === null
          ? 'This was the last attempt'
          : `We try again on ${new Date(next * 1000).toISOString().slice(0, 10)}`
      if (to !== null) this.sent.push({ to, subject: `Your card was declined. ${when}.` })
    }
    if (event.type === 'customer.subscription.updated' || event.type === 'customer.subscription.deleted') {
      const { customer, status } = event.data.object
      this.#change(idOf(customer), (member) => ({ ...member, active: status === 'active' }))
    }
  }

  #change(customer: string, change: (member: Member) => Member): void {
    this.members.set(customer, change(this.members.get(customer) ?? { customer, active: false, months: 0 }))
  }
}

/** Returns the server that receives webhooks, and checks that the payment provider has signed them. */
export function webhookServer(stripe: Stripe, club: Club, secret: () => string): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = request.headers['stripe-signature'] ?? ''
      try {
        club.handle(stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, secret()))
        response.writeHead(200).end()
      } catch {
        response.writeHead(400).end()
      }
    })
  })
}

/** Returns the id of a customer, whom an event names by it unless it was asked to expand it. */
function idOf(customer: Stripe.Customer | Stripe.DeletedCustomer | string | null): string {
  return typeof customer === 'string' ? customer : (customer?.id ?? '')
}
