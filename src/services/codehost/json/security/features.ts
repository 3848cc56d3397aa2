import type { FeatureStates } from '#codehost/rules/security/features.ts'

/** The settings of the security of a repository: `security-and-analysis`. */
export function featuresJson(states: FeatureStates) {
  return Object.fromEntries(
    Object.entries(states).map(([name, isOn]) => [name, { status: isOn ? 'enabled' : 'disabled' }]),
  )
}
