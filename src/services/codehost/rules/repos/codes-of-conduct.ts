/** A code of conduct that the vendor knows. */
export interface CodeOfConduct {
  readonly key: string
  readonly name: string
  /** The page of its authors, which a text that follows it names. */
  readonly page: string
  /** A short text of our own in Markdown. */
  readonly body: string
}

/** The codes of conduct of the vendor, by name. */
export const CODES_OF_CONDUCT: readonly CodeOfConduct[] = [
  codeOf('citizen_code_of_conduct', 'Citizen Code of Conduct', 'https://github.com/stumpsyn/policies'),
  codeOf('contributor_covenant', 'Contributor Covenant', 'https://www.contributor-covenant.org'),
]

/** Returns the code of conduct that a text names; undefined for a text of its own. */
export function codeOfConductIn(text: string): CodeOfConduct | undefined {
  return CODES_OF_CONDUCT.find(({ name }) => text.includes(name))
}

function codeOf(key: string, name: string, page: string): CodeOfConduct {
  const promise = 'Everybody who takes part in this project treats everybody else with respect.'
  return { key, name, page, body: `# ${name}\n\n${promise}\nReports go to [EMAIL].\n\nThe whole text is at ${page}.\n` }
}
