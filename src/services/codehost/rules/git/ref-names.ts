/** Returns whether git accepts a full name such as `refs/heads/main`. https://git-scm.com/docs/git-check-ref-format */
export function isRefName(name: string): boolean {
  const forbidden = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$|^@$/
  const parts = name.split('/')
  return (
    !forbidden.test(name) &&
    parts.length >= 3 &&
    parts.every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
  )
}

/** Returns the name of the branch that a client names by itself or in full: `main` for `refs/heads/main`. */
export function toBranchName(name: string): string {
  return name.replace(/^refs\/heads\//, '')
}
