/** Returns the URL of an application that a request names; undefined for one that no browser opens. */
export function applicationUrl(text: string | null): URL | undefined {
  if (text === null || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined
}
