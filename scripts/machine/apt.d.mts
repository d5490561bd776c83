export function canInstallPackages(): boolean
export function refreshPackageLists(): void
export function installPackages(packages: string[]): string | null
