import { mergeMetadata } from '#payments/protocol/metadata.ts'
import type { CheckoutSession, Hash, Json } from '#payments/schema/checkout.ts'

/** Returns a text in parameters that a session keeps; null for none. */
export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns the metadata in parameters that a session keeps. */
export function metadataOf(data: Hash): Readonly<Record<string, string>> | undefined {
  return data['metadata'] as Readonly<Record<string, string>> | undefined // checked by its parameter
}

/** Returns the members of a session's setup intent that its parameters name (`setup_intent_data`). */
export function setupInputOf({ setupIntentData: data }: Pick<CheckoutSession, 'setupIntentData'>) {
  return {
    description: textOf(data['description']),
    metadata: mergeMetadata({}, metadataOf(data)),
    onBehalfOf: textOf(data['on_behalf_of']),
  }
}
