/** A script that submits the form of a page as soon as the page has loaded. Without scripts, the form's button does. */
export const SUBMIT = `document.getElementById('answer').submit()`
