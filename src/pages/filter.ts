/**
 * A script that filters the list of people while the user types; Enter chooses the person when only one is left.
 * Without scripts the whole list is shown, without the box.
 */
export const FILTER = `
const box = document.getElementById('filter')
const none = document.getElementById('none')
const rows = [...document.querySelectorAll('.people li')]
const textOf = (row) => row.querySelector('.face + span').textContent.toLowerCase()
box.parentElement.hidden = false
box.addEventListener('input', () => {
  const text = box.value.trim().toLowerCase()
  for (const row of rows) row.hidden = !textOf(row).includes(text)
  none.hidden = rows.some((row) => !row.hidden)
})
box.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const shown = rows.filter((row) => !row.hidden)
  if (shown.length === 1) shown[0].querySelector('button').click()
})
`
