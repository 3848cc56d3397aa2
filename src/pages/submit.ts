/** Sends the form of a page as soon as it is there. Without it, the form's button does. */
export const SUBMIT = `document.getElementById('answer').submit()`
