import type { Answer } from '#core/answer.ts'
import { html, type Html } from './html.ts'
import { page, type Service } from './layout.ts'
import { detail, face, tintOf, type ListedPerson } from './person.ts'
import { scopeList, type DescribedScope } from './scopes.ts'

/** The longest list of people without a filter box. */
const UNFILTERED_PEOPLE = 8

/** A choice that people have on the sign-in page beside the person; they can leave it open. */
export interface Choice {
  /** The name of the form's field. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly words: string }[]
}

/** The content of the sign-in page. */
export interface SignInPage {
  readonly service: Service
  readonly application: string
  /** The requested scopes; null when the consent page shows them. */
  readonly scopes: readonly DescribedScope[] | null
  /** The address to which the browser goes afterwards; null when it stays. */
  readonly destination: string | null
  readonly people: readonly ListedPerson[]
  /** The handle or e-mail address that the application suggests. */
  readonly suggested: string | null
  /** Where people are seeded, for the text of an empty list: `codehost.users`. */
  readonly seededAt: string
  /** Default: none */
  readonly choices?: readonly Choice[]
  /** The fields that the form posts beside `user` (the handle of the chosen person) or `decision=deny`. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Returns the page on which a person is chosen with one click: one button for each person, labelled with the name. The
 * form posts to the page's own path.
 */
export function signInPage(content: SignInPage): Answer<string> {
  const { service, application, scopes, destination, people, seededAt, choices = [], fields } = content
  const suggested = people.find((each) => isSuggested(each, content.suggested))
  const ordered = suggested === undefined ? people : [suggested, ...people.filter((each) => each !== suggested)]
  const filter = people.length > UNFILTERED_PEOPLE
  const markup = html`<h1>Sign in to ${application}</h1>
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
    content: markup,
    filter,
    ...(destination === null ? {} : { leadsTo: destination }),
  })
}

const FILTER_BOX = html`<div hidden>
  <label for="filter">Find a person</label>
  <input id="filter" type="search" autocomplete="off" spellcheck="false" />
  <p id="none" class="soft" role="status" hidden>Nobody is called that.</p>
</div>`

/** The choices stand before the people, whose buttons send the form. */
function choiceOf({ name, label, options }: Choice): Html {
  return html`<fieldset class="choice">
    <legend>${label}</legend>
    ${options.map(
      ({ value, words }) =>
        html`<label><input form="choose" type="radio" name="${name}" value="${value}" /> ${words}</label> `,
    )}
  </fieldset>`
}

/** Returns the hidden fields of a form. */
export function hidden(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
}

function personButton(person: ListedPerson, index: number, suggested: boolean): Html {
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

function isSuggested({ handle, email }: ListedPerson, hint: string | null): boolean {
  if (hint === null) return false
  const name = hint.toLowerCase()
  return handle.toLowerCase() === name || email?.toLowerCase() === name
}
