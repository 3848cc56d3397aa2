import type { Answer } from '../core/answer.ts'
import { html, type Html } from './html.ts'
import { page, type Service } from './layout.ts'
import { detail, face, tintOf, type Shown } from './person.ts'
import { scopeList, type DescribedScope } from './scopes.ts'

/** Up to this many people there is no box to find one with. */
const AT_A_GLANCE = 8

/** Something that people can choose on the sign-in page beside who they are, once or not at all. */
export interface Choice {
  /** What the form posts it as. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly words: string }[]
}

/** What the sign-in page shows. */
export interface SignInPage {
  readonly service: Service
  readonly application: string
  /** What is asked for; null where another page says so. */
  readonly scopes: readonly DescribedScope[] | null
  /** Where the browser goes afterwards; null where it stays. */
  readonly destination: string | null
  readonly people: readonly Shown[]
  /** The handle or e-mail address that the application suggests. */
  readonly suggested: string | null
  /** Where to seed people, for when there are none: `codehost.users`. */
  readonly seededAt: string
  /** Default: none */
  readonly choices?: readonly Choice[]
  /** What the form posts beside `user` (the handle that was chosen) or `decision=deny`. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * A page on which a person is chosen with one click: a button a person, named by the person's name. The form posts to the
 * page's own path.
 */
export function signInPage(given: SignInPage): Answer {
  const { service, application, scopes, destination, people, seededAt, choices = [], fields } = given
  const suggested = people.find((each) => isSuggested(each, given.suggested))
  const ordered = suggested === undefined ? people : [suggested, ...people.filter((each) => each !== suggested)]
  const filter = people.length > AT_A_GLANCE
  const content = html`<h1>Sign in to ${application}</h1>
    ${destination !== null && html`<p class="soft">You will go on to ${destination}</p>`}
    ${scopes !== null && scopeList(application, scopes)} ${choices.map(choiceOf)}
    <h2 id="people">Continue as</h2>
    ${filter && FILTER_BOX}
    <form id="choose" method="post" action="?">
      ${hidden(fields)}
      <ul class="people" aria-labelledby="people">
        ${ordered.map((each, index) => html`<li>${personButton(each, index, each === suggested)}</li> `)}
      </ul>
      ${people.length === 0 && html`<p class="reason">Nobody can sign in: seed someone under ${seededAt}.</p>`}
      <div class="actions"><button class="quiet" name="decision" value="deny">Cancel</button></div>
    </form>`
  return page({
    service,
    title: `Sign in to ${application}`,
    content,
    filter,
    ...(destination === null ? {} : { leadsTo: destination }),
  })
}

const FILTER_BOX = html`<div hidden>
  <label for="filter">Find a person</label>
  <input id="filter" type="search" autocomplete="off" spellcheck="false" />
  <p id="none" class="soft" role="status" hidden>Nobody is called that.</p>
</div>`

/** It stands before the people, whose buttons send the form. */
function choiceOf({ name, label, options }: Choice): Html {
  return html`<fieldset class="choice">
    <legend>${label}</legend>
    ${options.map(
      ({ value, words }) =>
        html`<label><input form="choose" type="radio" name="${name}" value="${value}" /> ${words}</label> `,
    )}
  </fieldset>`
}

/** Fields of a form that are not shown. */
export function hidden(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
}

function personButton(person: Shown, index: number, suggested: boolean): Html {
  const { handle, name } = person
  const more = detail(person)
  return html`<button
    class="person ${tintOf(person)}${suggested && ' suggested'}"
    name="user"
    value="${handle}"
    aria-labelledby="name-${index}"
    ${more !== '' && html`aria-describedby="more-${index}"`}
    ${suggested && html`autofocus`}
  >
    ${face(person)}
    <span>
      <b id="name-${index}">${name}</b>
      ${more !== '' && html`<small id="more-${index}">${more}</small>`}
    </span>
  </button>`
}

function isSuggested({ handle, email }: Shown, hint: string | null): boolean {
  if (hint === null) return false
  const wanted = hint.toLowerCase()
  return handle.toLowerCase() === wanted || email?.toLowerCase() === wanted
}
