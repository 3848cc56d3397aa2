/**
 * Narrows the list of people as one types; Enter chooses the only one left. Without it the list is whole and the box is not
 * shown.
 */
export const FILTER = `
const box = document.getElementById('filter')
const none = document.getElementById('none')
const rows = [...document.querySelectorAll('.people li')]
const textOf = (row) => row.querySelector('.face + span').textContent.toLowerCase()
box.parentElement.hidden = false
box.addEventListener('input', () => {
  const wanted = box.value.trim().toLowerCase()
  for (const row of rows) row.hidden = !textOf(row).includes(wanted)
  none.hidden = rows.some((row) => !row.hidden)
})
box.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const left = rows.filter((row) => !row.hidden)
  if (left.length === 1) left[0].querySelector('button').click()
})
`
