import type { Site } from '#oidc-d/call.ts'
import type { Interaction } from '#oidc-d/schema.ts'
import type { InteractionRefusal, MessageText } from '#oidc-d/rules/interactions/refusals.ts'

// The forms of the Identity Engine: Ion documents, of which applications read the names of the fields.
// https://developer.okta.com/docs/concepts/interaction-code/

const ION = 'application/ion+json; okta-version=1.0.0'

/** A list of the vendor's. */
export interface ListJson<T> {
  readonly type: 'array'
  readonly value: readonly T[]
}

/** A message to the person. */
export interface MessageJson {
  readonly message: string
  readonly i18n: { readonly key: string; readonly params?: readonly string[] }
  readonly class: 'ERROR' | 'INFO'
}

/** A choice among the values of a field. */
export interface OptionJson {
  readonly label: string
  readonly value: string | { readonly form: { readonly value: readonly FieldJson[] } }
  readonly relatesTo?: string
}

/** A field of a form. */
export interface FieldJson {
  readonly name: string
  readonly type?: string
  readonly label?: string
  readonly required?: boolean
  readonly secret?: boolean
  readonly value?: string
  readonly visible?: boolean
  readonly mutable?: boolean
  readonly form?: { readonly value: readonly FieldJson[] }
  readonly options?: readonly OptionJson[]
  readonly messages?: ListJson<MessageJson>
}

/** A form that an application posts. */
export interface FormJson {
  readonly rel: readonly ['create-form']
  readonly name: string
  readonly relatesTo?: readonly string[]
  readonly href: string
  readonly method: 'POST'
  readonly produces: string
  /** How often an application may ask again. Milliseconds. */
  readonly refresh?: number
  readonly value: readonly FieldJson[]
  readonly accepts: string
}

/** The parts of a form. */
export interface FormParts {
  readonly name: string
  /** The end of its path, below `/idp/idx`. */
  readonly path: string
  readonly fields?: readonly FieldJson[]
  /** The member of the document that it is about. */
  readonly about?: 'currentAuthenticator' | 'currentAuthenticatorEnrollment'
  readonly refresh?: number
}

/** Returns a form of an interaction. Every form has the state handle. */
export function formJson(
  { origin }: Pick<Site, 'origin'>,
  { id }: Pick<Interaction, 'id'>,
  { name, path, fields = [], about, refresh }: FormParts,
): FormJson {
  return {
    rel: ['create-form'],
    name,
    ...(about === undefined ? {} : { relatesTo: [`$.${about}`] }),
    href: `${origin}/idp/idx${path}`,
    method: 'POST',
    produces: ION,
    ...(refresh === undefined ? {} : { refresh }),
    value: [...fields, { name: 'stateHandle', required: true, value: id, visible: false, mutable: false }],
    accepts: 'application/json; okta-version=1.0.0',
  }
}

/** Returns the field `credentials`, whose members are fields. */
export function credentialsField(...fields: readonly FieldJson[]): FieldJson {
  return { name: 'credentials', type: 'object', form: { value: fields }, required: true }
}

/** Returns a message. Only what is an error has the class of one. */
export function messageJson({ message, key, params }: MessageText, kind: MessageJson['class'] = 'ERROR'): MessageJson {
  return { message, i18n: { key, ...(params === undefined ? {} : { params }) }, class: kind }
}

/** Returns the message of a refusal. One that the vendor does not answer as an error is information. */
export function refusalMessageJson({ text, status }: InteractionRefusal): MessageJson {
  return messageJson(text, status === 200 ? 'INFO' : 'ERROR')
}

/** Returns a list. */
export function listJson<T>(value: readonly T[]): ListJson<T> {
  return { type: 'array', value }
}

/** Returns an object, in the vendor's envelope. */
export function objectJson<T>(value: T): { readonly type: 'object'; readonly value: T } {
  return { type: 'object', value }
}
