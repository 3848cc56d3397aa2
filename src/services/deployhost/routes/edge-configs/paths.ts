/** Returns the paths of an operation of Edge Configs, which the vendor renamed to Global Configs in 2026. */
export function edgeConfigPaths<S extends string>(suffix: S) {
  return [`/v1/edge-config${suffix}`, `/v1/global-config${suffix}`] as const
}
