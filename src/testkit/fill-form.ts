import type { Locator } from '@playwright/test'

/** The text for a field, by its `autocomplete` or its type. */
const ANSWERS: Readonly<Record<string, string>> = {
  'cc-number': '4242424242424242',
  'cc-exp': '12 / 34',
  'cc-csc': '123',
  'one-time-code': '424242',
  'postal-code': '94107',
  username: 'ada@example.com',
  email: 'ada@example.com',
  number: '2',
  password: 'correct-horse-battery',
  tel: '+15555550100',
  url: 'https://example.com/',
  date: '2026-01-31',
}

/** Fills every field of a form that is empty, as a person would, and checks every box that must be checked. */
export async function fillForm(form: Locator): Promise<void> {
  const boxes = form.locator('input[type=checkbox][required]:not(:checked)')
  for (const box of await boxes.all()) await box.check()
  const fields = form.locator('input:not([type=hidden], [type=checkbox], [type=radio], [type=submit]), textarea')
  for (const field of await fields.all()) {
    if (!(await field.isVisible()) || !(await field.isEditable()) || (await field.inputValue()) !== '') continue
    const purpose = (await field.getAttribute('autocomplete'))?.split(' ').at(-1) ?? ''
    const type = (await field.getAttribute('type')) ?? 'text'
    const isNumeric = (await field.getAttribute('inputmode')) === 'numeric'
    await field.fill(ANSWERS[purpose] ?? ANSWERS[type] ?? (isNumeric ? '42' : 'Ada'))
  }
}
