// Known PostgreSQL releases. Minor releases fix holes, and come at least every three months.

/** As known on 2026-11-28; raise it with the package of programs and deploy/compose.yaml. */
const NEWEST = ['18.6', '17.11', '16.15', '15.20']

/** Sort key: "18.4" and "18.4.0-beta.17" are 18004. */
export function versionNumber(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major * 1_000 + minor
}

/** Newest known release of the major version, if `version` is behind it. */
export function newerRelease(version: string): string | null {
  const [major] = version.split('.')
  const newest = NEWEST.find((each) => each.startsWith(`${major}.`))
  return newest && versionNumber(newest) > versionNumber(version) ? newest : null
}
